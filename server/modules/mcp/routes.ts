/** The Model Context Protocol at `/mcp`: Streamable HTTP, stateless, read-only, for buyers that are programs. */
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { BODY } from '#contracts/limits.ts'
import { MCP_PER_MINUTE, MCP_TOOLS, type McpToolName } from '#contracts/mcp/tools.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { createMcpTools, type McpDependencies, type McpTools } from './tools.ts'

const PATH = '/mcp'

type Options = McpDependencies & { getSiteName: () => Promise<string> }

/** Routes of the protocol. It keeps no sessions, so every node answers every request. */
export const mcpRoutes = ({ getSiteName, ...dependencies }: Options): Routes => {
  const tools = createMcpTools(dependencies)
  return (app) => {
    const handler = createMcpHandler(async () => createServer(tools, await getSiteName()), {
      onerror: (error) => app.log.debug({ err: error }, 'a request of the model context protocol was refused'),
    })
    app.addHook('onClose', () => handler.close())
    app.route({
      // Without sessions only POST has a meaning; the handler refuses the others as the protocol says.
      method: ['POST', 'GET', 'DELETE'],
      url: PATH,
      bodyLimit: BODY.form,
      config: { access: 'open', perMinute: MCP_PER_MINUTE },
      schema: { hide: true },
      async handler(request, reply) {
        const answer = await handler.fetch(toWebRequest(request, dependencies.publicUrl), { parsedBody: request.body })
        return reply.send(answer)
      },
    })
  }
}

/** The body is read and parsed by then. */
function toWebRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new Request(publicUrl + PATH, { method, headers: entries })
}

function createServer(tools: McpTools, siteName: string): McpServer {
  const server = new McpServer(
    { name: 'zhijian', title: siteName, version: '1.0.0' },
    {
      instructions: '只读的公开数据：产品目录、逐条注明出处的资料、评估方法与计算。没有列出的属性为未知，不等于“无”。',
    },
  )
  server.registerTool('search_products', describe('search_products'), answerBy(tools.search_products))
  server.registerTool('get_product', describe('get_product'), answerBy(tools.get_product))
  server.registerTool('compare_products', describe('compare_products'), answerBy(tools.compare_products))
  server.registerTool('list_attributes', describe('list_attributes'), answerBy(tools.list_attributes))
  server.registerTool('get_method', describe('get_method'), answerBy(tools.get_method))
  server.registerTool('analyse_evaluation', describe('analyse_evaluation'), answerBy(tools.analyse_evaluation))
  return server
}

function describe<Name extends McpToolName>(name: Name) {
  const { title } = MCP_TOOLS[name]
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false }
  return { ...MCP_TOOLS[name], annotations }
}

/** Runs a tool. A refusal is told to the model that called it, in the words of the site. */
const answerBy =
  <Input>(run: (input: Input) => Promise<object>) =>
  async (input: Input): Promise<CallToolResult> => {
    try {
      const result = await run(input)
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { message, errors = [] } = error
      const text = [message, ...errors.map((each) => `${each.path}：${each.message}`)].join('\n')
      return { content: [{ type: 'text', text }], isError: true }
    }
  }
