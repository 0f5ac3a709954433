/**
 * Node's http, not imported: an import reads all that a module exports, and with `WebSocket` loads the client behind
 * `fetch`, 12 MB and a tenth of a second of every start.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
