/** The Model Context Protocol at `/mcp` for AI clients: Streamable HTTP, stateless, read-only. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANALYSIS_LIMIT_GROUP, BODY, CALLS_PER_MINUTE, MCP_PER_MINUTE } from '#contracts/limits.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { isOwnOrigin } from '#server/platform/http/guard/own-origin.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import type { McpToolName } from './mcp-tools.ts'
import { createOwnTools, type OwnToolDependencies, type OwnToolName } from './own-tools.ts'
// Type-only: the protocol's library is loaded on the first request.
import type { McpHandler } from './protocol.ts'
import { createMcpTools, type McpDependencies } from './tools.ts'

const PATH = '/mcp'

/** JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600

type Options = McpDependencies & OwnToolDependencies & { getSiteName: () => Promise<string> }

/** Returns the routes of the protocol. It is stateless, so every node can serve every request. */
export const mcpRoutes = ({ getSiteName, ...dependencies }: Options): RegisterRoutes => {
  const tools = createMcpTools(dependencies)
  const ownTools = createOwnTools(dependencies)
  return (app, { createCallLimit }) => {
    const countAnalysis = createCallLimit({ group: ANALYSIS_LIMIT_GROUP, callsPerMinute: CALLS_PER_MINUTE.analysis })
    let handlerPromise: Promise<McpHandler> | undefined
    async function loadHandler(): Promise<McpHandler> {
      const { createProtocolHandler } = await import('./protocol.ts')
      return createProtocolHandler({
        tools,
        ownTools,
        getSiteName,
        onError: (error) => app.log.debug({ err: error }, 'a request of the model context protocol was rejected'),
      })
    }
    app.addHook('onClose', async () => (await handlerPromise)?.close())
    app.route({
      // Without sessions only POST is supported; the handler rejects the others as the protocol specifies.
      method: ['POST', 'GET', 'DELETE'],
      url: PATH,
      bodyLimit: BODY.form,
      config: { access: 'public', isOpenToKeys: true, callsPerMinute: MCP_PER_MINUTE },
      schema: { hide: true },
      async preHandler(request, reply) {
        const { origin } = request.headers
        // Otherwise any website could use a visitor's browser to call the server of their company's network.
        if (origin !== undefined && !isOwnOrigin(origin, request, dependencies.publicUrl))
          return sendInvalidRequest(reply, 403, 'The origin is not allowed')
        if (Array.isArray(request.body)) return sendInvalidRequest(reply, 400, 'Batches are not supported')
        if (isAnalysis(request.body)) await countAnalysis(request)
      },
      async handler(request, reply) {
        // A failed load is tried again by the next request.
        handlerPromise ??= loadHandler().catch((error: unknown) => {
          handlerPromise = undefined
          throw error
        })
        const handler = await handlerPromise
        const webRequest = toWebRequest(request, dependencies.publicUrl)
        return reply.send(await handler.handle(webRequest, request.body, { address: request.ip, user: request.user }))
      },
    })
  }
}

/** The tools that calculate, which costs far more than reading. */
const CALCULATING: readonly unknown[] = ['analyse_evaluation', 'analyse_project'] satisfies (
  | McpToolName
  | OwnToolName
)[]

const isAnalysis = (message: unknown): boolean =>
  isObject(message) &&
  message.method === 'tools/call' &&
  isObject(message.params) &&
  CALCULATING.includes(message.params.name)

const sendInvalidRequest = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } })

/** Returns the method and the headers as a web request; the parsed body is passed separately. */
function toWebRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const webHeaders = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) if (value !== undefined) webHeaders.append(name, value)
  // The library requires both types. Many clients accept anything or say nothing, and replies are always JSON.
  webHeaders.set('accept', 'application/json, text/event-stream')
  return new Request(publicUrl + PATH, { method, headers: webHeaders })
}
