/*
 * Loaded into the product before its own code, by NODE_OPTIONS: the internet as far as one test has it. Some names have
 * a public address, and what is sent to port 80 of one arrives at a server of the test. All of this lies beneath the
 * product: it resolves, checks and dials as it always does, and any other name or address stays what it is.
 */
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { hosts, address, port } = JSON.parse(process.env.PUBLIC_WEB_OF_A_TEST ?? '{"hosts":[]}');

const { lookup } = dns;
dns.lookup = (hostname, options) => {
  if (!hosts.includes(hostname)) return lookup(hostname, options);
  return Promise.resolve(options?.all ? [{ address, family: 4 }] : { address, family: 4 });
};

/** The wire: from the public address, once it has been looked up and found good, to the server of the test. */
function rewire(options) {
  const look = options.lookup;
  options.port = port;
  options.lookup = (hostname, wanted, callback) =>
    look(hostname, wanted, (error, found, family) => {
      if (error) return callback(error, found, family);
      const isPublic = Array.isArray(found) ? found.every((one) => one.address === address) : found === address;
      if (!isPublic) return callback(new Error('not on the wire of this test'));
      return Array.isArray(found)
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4);
    });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function wired(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof options?.lookup === 'function' && hosts.includes(options.host) && Number(options.port) === 80)
    rewire(options);
  return connect.apply(this, args);
};

syncBuiltinESMExports();
