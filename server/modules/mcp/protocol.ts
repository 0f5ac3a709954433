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
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { MCP_TOOLS, type McpToolName } from './mcp-tools.ts'
import { hasOwnTool, OWN_TOOLS, type OwnToolName, type OwnTools } from './own-tools.ts'
import type { McpTools } from './tools.ts'

/** Who sends a request: the client's IP address, and the owner of its key. */
type McpCaller = { address: string; user: SignedInUser | null }

export type McpHandler = {
  /** Handles a request whose body is parsed. */
  handle(request: Request, parsedBody: unknown, caller: McpCaller): Promise<Response>
  close(): Promise<void>
}

/** `onError` is called with the errors of rejected requests. */
type Options = {
  tools: McpTools
  ownTools: OwnTools
  getSiteName: () => Promise<string>
  onError: (error: Error) => void
}

/**
 * Creates the request handler, which creates a server for each request. Replies are JSON, which all clients accept: no tool
 * sends anything before its result.
 */
export function createProtocolHandler({ tools, ownTools, getSiteName, onError }: Options): McpHandler {
  async function create(): Promise<McpServer> {
    const server = createServer(tools, await getSiteName())
    registerOwnTools(server, ownTools, callers.getStore()?.user ?? null)
    return server
  }
  const handler = createMcpHandler(create, { onerror: onError })
  return {
    handle: (request, parsedBody, caller) =>
      callers.run(caller, async () =>
        request.method === 'POST' && (await isLegacyRequest(request, parsedBody))
          ? handleLegacyRequest(await create(), request, parsedBody)
          : handler.fetch(request, { parsedBody }),
      ),
    close: handler.close,
  }
}

/** Who sent the request that is handled; the library has no place for it. */
const callers = new AsyncLocalStorage<McpCaller>()

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
      instructions:
        '只读的数据：产品目录、逐条注明出处的资料、评估方法与计算；请求带有密钥时，还有其所有者的清单与评估项目。没有列出的属性为未知，不等于“无”。',
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

/** Adds the tools that the caller's key opens. */
function registerOwnTools(server: McpServer, tools: OwnTools, user: SignedInUser | null): void {
  const ownerId = user?.id ?? ''
  const bind =
    <Input>(run: (input: Input, ownerId: string) => Promise<object>) =>
    (input: Input) =>
      run(input, ownerId)
  if (hasOwnTool(user, 'my_shortlists'))
    server.registerTool('my_shortlists', getToolConfig('my_shortlists'), createToolHandler(bind(tools.my_shortlists)))
  if (hasOwnTool(user, 'my_projects'))
    server.registerTool('my_projects', getToolConfig('my_projects'), createToolHandler(bind(tools.my_projects)))
  if (hasOwnTool(user, 'analyse_project'))
    server.registerTool(
      'analyse_project',
      getToolConfig('analyse_project'),
      createToolHandler(bind(tools.analyse_project)),
    )
}

const TOOLS = { ...MCP_TOOLS, ...OWN_TOOLS }

function getToolConfig<Name extends McpToolName | OwnToolName>(name: Name) {
  const { title } = TOOLS[name]
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false }
  return { ...TOOLS[name], annotations }
}

/** Creates the handler of a tool. It returns the message of an `AppError` as a result, so that the model can read it. */
const createToolHandler =
  <Input>(run: (input: Input, address: string) => Promise<object>) =>
  async (input: Input): Promise<CallToolResult> => {
    try {
      const result = await run(input, callers.getStore()?.address ?? '')
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { message, fieldErrors = [] } = error
      const text = [message, ...fieldErrors.map((field) => `${field.path}：${field.message}`)].join('\n')
      return { content: [{ type: 'text', text }], isError: true }
    }
  }
