/**
 * Node's `http` without an import: an import evaluates every export, and that of `WebSocket` loads the client behind
 * `fetch` (undici), which costs 12 MB and a tenth of a second at every start.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
