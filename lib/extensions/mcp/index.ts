export type { McpFindings } from './connections';
export { McpConnections } from './connections';
export { describeKind, McpFailure, mcpFailureKinds, toMcpFailure, toToolFailure } from './failure';
export { createMcpFetch, type McpFetch } from './http';
export { leftOutSchema, type McpTool, mcpToolSchema } from './read-tools';
export type { McpTarget } from './session';
export { beginSignIn, completeSignIn, createMcpAuth, type McpAccess, noSignIn } from './sign-in';
export { mcpNamespace, nameTools, slugOf } from './tool-names';
export { createMcpTools, type KnownMcpServer } from './tool-source';
