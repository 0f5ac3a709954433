import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureNginx, startNginx } from './nginx.ts'

const nginxProgram = ensureNginx()

const PAGE_STYLE = '/assets/new.css'

/** Starts a node that has the files at some paths. */
async function startNode(paths: readonly string[]): Promise<Server> {
  const server = createServer((request, reply) => {
    reply.writeHead(paths.includes(new URL(request.url ?? '', 'http://node').pathname) ? 200 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const getAddress = (server: Server): string => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return `127.0.0.1:${address.port}`
}

describe.skipIf(!nginxProgram)('nginx, while nodes are upgraded one by one,', () => {
  let nodes: Server[]
  let nginx: Awaited<ReturnType<typeof startNginx>>
  beforeAll(async () => {
    nodes = [await startNode([PAGE_STYLE]), await startNode([])]
    nginx = await startNginx(nginxProgram ?? '', nodes.map(getAddress))
  })
  afterAll(async () => {
    await nginx?.stop()
    for (const node of nodes) node.close()
  })

  it('gets a file of one version from the node that has it', async () => {
    // nginx takes turns, so one of two requests is sent to the node without the file first.
    for (const request of [1, 2]) {
      const { status } = await fetch(`${nginx.origin}${PAGE_STYLE}?request=${request}`)
      expect(status).toBe(200)
    }
  })

  it('replies that a file does not exist if no node has it', async () => {
    expect((await fetch(`${nginx.origin}/assets/old.css`)).status).toBe(404)
  })
})
