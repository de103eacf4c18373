import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/**
 * A server of MongoDB's protocol on loopback. Arguments: the port (0 takes a free one), and the file that keeps the data, or
 * "memory". Writes the port that it listens on as one line, and ends with SIGTERM or with the end of its input, so that it does
 * not outlive the tests that started it.
 */
public final class LoopbackMongo {
  public static void main(String[] arguments) throws Exception {
    AbstractMongoBackend backend = arguments[1].equals("memory") ? new MemoryBackend() : new H2Backend(arguments[1]);
    backend.version(new RecentVersion());
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println(server.getLocalAddress().getPort());
    System.out.flush();
    while (System.in.read() >= 0) {
      continue;
    }
    System.exit(0);
  }

  /** The library announces wire version 8, and current drivers refuse to talk to less than 9. */
  private static final class RecentVersion implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  }
}
