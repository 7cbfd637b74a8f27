// Loaded before the reference server. When the parent says so, each of its sessions gets a tool more, and `echo` says
// something else of itself; the server's own library then tells its clients.
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const manifest = findPackageJSON('@modelcontextprotocol/sdk', pathToFileURL(process.argv[1]));
const { McpServer } = await import(pathToFileURL(join(dirname(manifest), 'dist/esm/server/mcp.js')));

const servers = new Set();
const { connect } = McpServer.prototype;
const tools = new WeakMap();
const { registerTool } = McpServer.prototype;

McpServer.prototype.registerTool = function remember(name, ...of) {
  const tool = registerTool.call(this, name, ...of);
  tools.set(this, { ...tools.get(this), [name]: tool });
  return tool;
};
McpServer.prototype.connect = function follow(...of) {
  servers.add(this);
  return connect.apply(this, of);
};

let isChanged = false;
function change(server) {
  server.registerTool('added-later', { description: 'Was not there before' }, () => ({
    content: [{ type: 'text', text: 'I am new here' }],
  }));
  tools.get(server).echo.update({ description: 'Echoes, and keeps a copy' });
}

process.on('message', () => {
  if (isChanged) return;
  isChanged = true;
  for (const server of servers) change(server);
  McpServer.prototype.connect = function changed(...of) {
    change(this);
    return connect.apply(this, of);
  };
});
