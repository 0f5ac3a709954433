/** Adapts the tools to the protocol's library: the server with its tools, and the request handler. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { AppError } from '#server/platform/app-error.ts'
import { MCP_TOOLS, type McpToolName } from './mcp-tools.ts'
import type { McpTools } from './tools.ts'

export type McpHandler = {
  /** Handles a request whose body is parsed, from an IP address. */
  handle(request: Request, parsedBody: unknown, address: string): Promise<Response>
  close(): Promise<void>
}

/** `onError` is called with the errors of rejected requests. */
type Options = { tools: McpTools; getSiteName: () => Promise<string>; onError: (error: Error) => void }

/**
 * Creates the request handler, which creates a server for each request. Replies are JSON, which all clients accept: no tool
 * sends anything before its result.
 */
export function createProtocolHandler({ tools, getSiteName, onError }: Options): McpHandler {
  const create = async () => createServer(tools, await getSiteName())
  const handler = createMcpHandler(create, { onerror: onError })
  return {
    handle: (request, parsedBody, address) =>
      addresses.run(address, async () =>
        request.method === 'POST' && (await isLegacyRequest(request, parsedBody))
          ? handleLegacyRequest(await create(), request, parsedBody)
          : handler.fetch(request, { parsedBody }),
      ),
    close: handler.close,
  }
}

/** The IP address of the client whose request is handled; the library has no place for it. */
const addresses = new AsyncLocalStorage<string>()

/** Handles a request of a revision before 2026-07-28, which the library would otherwise answer with a stream. */
async function handleLegacyRequest(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

function createServer(tools: McpTools, siteName: string): McpServer {
  const server = new McpServer(
    { name: 'zhijian', title: siteName, version: '1.0.0' },
    {
      instructions: '只读的公开数据：产品目录、逐条注明出处的资料、评估方法与计算。没有列出的属性为未知，不等于“无”。',
    },
  )
  server.registerTool('search_products', getToolConfig('search_products'), createToolHandler(tools.search_products))
  server.registerTool('get_product', getToolConfig('get_product'), createToolHandler(tools.get_product))
  server.registerTool('compare_products', getToolConfig('compare_products'), createToolHandler(tools.compare_products))
  server.registerTool('list_attributes', getToolConfig('list_attributes'), createToolHandler(tools.list_attributes))
  server.registerTool('get_method', getToolConfig('get_method'), createToolHandler(tools.get_method))
  server.registerTool(
    'analyse_evaluation',
    getToolConfig('analyse_evaluation'),
    createToolHandler(tools.analyse_evaluation),
  )
  return server
}

function getToolConfig<Name extends McpToolName>(name: Name) {
  const { title } = MCP_TOOLS[name]
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false }
  return { ...MCP_TOOLS[name], annotations }
}

/** Creates the handler of a tool. It returns the message of an `AppError` as a result, so that the model can read it. */
const createToolHandler =
  <Input>(run: (input: Input, address: string) => Promise<object>) =>
  async (input: Input): Promise<CallToolResult> => {
    try {
      const result = await run(input, addresses.getStore() ?? '')
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { message, fieldErrors = [] } = error
      const text = [message, ...fieldErrors.map((field) => `${field.path}：${field.message}`)].join('\n')
      return { content: [{ type: 'text', text }], isError: true }
    }
  }
