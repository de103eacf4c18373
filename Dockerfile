FROM node:20-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts only download what the packages' own platform binaries already bring.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY . .
RUN mkdir -p /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:5000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: the signal that ends the container must reach the program.
CMD ["node", "scripts/launch.mjs", "start"]
