// One file, as a plain server sends it.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { serveForParent } from './report-port';

const file = process.argv[2] ?? '';

serveForParent(
  createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  }),
);
