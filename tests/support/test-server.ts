/** A database server of a test run, reached by its socket. */
export interface TestServer {
  host: string;
  port: number;
  user: string;
}
