/** The Model Context Protocol at `/mcp` for AI clients: Streamable HTTP, stateless, read-only. */
import type { FastifyRequest } from 'fastify'
import { BODY } from '#contracts/limits.ts'
import { MCP_PER_MINUTE } from '#contracts/mcp/tools.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
// Type-only: the protocol's library is loaded on the first request.
import type { McpHandler } from './protocol.ts'
import { createMcpTools, type McpDependencies } from './tools.ts'

const PATH = '/mcp'

type Options = McpDependencies & { getSiteName: () => Promise<string> }

/** Returns the routes of the protocol. It is stateless, so every node can serve every request. */
export const mcpRoutes = ({ getSiteName, ...dependencies }: Options): RegisterRoutes => {
  const tools = createMcpTools(dependencies)
  return (app) => {
    let handlerPromise: Promise<McpHandler> | undefined
    async function loadHandler(): Promise<McpHandler> {
      const { createProtocolHandler } = await import('./protocol.ts')
      return createProtocolHandler({
        tools,
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
      config: { access: 'public', callsPerMinute: MCP_PER_MINUTE },
      schema: { hide: true },
      async handler(request, reply) {
        // A failed load is tried again by the next request.
        handlerPromise ??= loadHandler().catch((error: unknown) => {
          handlerPromise = undefined
          throw error
        })
        const handler = await handlerPromise
        const response = await handler.fetch(toWebRequest(request, dependencies.publicUrl), {
          parsedBody: request.body,
        })
        return reply.send(response)
      },
    })
  }
}

/** Returns the method and the headers as a web request; the parsed body is passed separately. */
function toWebRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const webHeaders = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) if (value !== undefined) webHeaders.append(name, value)
  return new Request(publicUrl + PATH, { method, headers: webHeaders })
}
