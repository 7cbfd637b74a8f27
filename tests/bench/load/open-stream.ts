import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface Opening {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly onHead?: (headers: IncomingHttpHeaders) => void;
  readonly onBytes: (bytes: Buffer) => void;
}

/** Reads an answer to its end; `cut` breaks the connection off. Rejects for anything but a 200. */
export function openStream({ url, headers, body, onHead, onBytes }: Opening) {
  let isCut = false;
  let isOver = false;
  const call = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers });
  const ended = new Promise<'ended' | 'cut'>((resolve, reject) => {
    const fail = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      if (isCut) return resolve('cut');
      reject(error);
      call.destroy();
    };
    call.on('error', fail);
    call.on('response', (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`${url} answered ${answer.statusCode}`));
      onHead?.(answer.headers);
      answer.on('data', (bytes: Buffer) => {
        try {
          if (!isCut) onBytes(bytes);
        } catch (error) {
          fail(error);
        }
      });
      answer.on('error', fail);
      answer.on('end', () => {
        isOver = true;
        resolve(isCut ? 'cut' : 'ended');
      });
      answer.on('close', () => fail(new Error('the connection broke off')));
    });
  });
  call.end(body);
  return {
    ended,
    cut: () => {
      isCut = true;
      call.destroy();
    },
  };
}
