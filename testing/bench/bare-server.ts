/** Serves one recorded reply to every request by node:http alone, as the baseline. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { z } from 'zod'

const { headers, body } = z
  .object({ headers: z.array(z.string()), body: z.base64() })
  .parse(JSON.parse(readFileSync(process.env.RECORDED ?? '', 'utf8')))
const bytes = Buffer.from(body, 'base64')

createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
