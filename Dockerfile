# The digest is of the index over all platforms. Raise both together: `docker buildx imagetools inspect node:<tag>` says it.
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Install scripts only download what the packages' own platform binaries already bring.
COPY scripts/anvil scripts/anvil
# Anvil is for the local devnet, which runs when no RPC_<chainId> is set.
RUN npm ci --omit=dev --ignore-scripts && npm ci --omit=dev --ignore-scripts --prefix scripts/anvil && npm cache clean --force
COPY . .
RUN mkdir -m 700 /data && chown node:node /data
# A number, so that a cluster that refuses root can see that it is not root: `node` of the base image.
USER 1000:1000
ENV NODE_ENV=production DO_NOT_TRACK=1 HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:5000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: the signal that ends the container must reach the program.
CMD ["node", "scripts/launch.mjs", "start"]
