#!/usr/bin/env node
/**
 * Starts the Firefox at FIREFOX_PATH with this program's arguments and relays its WebDriver BiDi messages,
 * since Playwright uses a newer version of the protocol than Firefox's extended-support releases:
 * - Every context sets a colour scheme by a command that they don't support, and Playwright fails if it is rejected.
 * `FIREFOX_PREFERENCES` set the light scheme: if Firefox rejects the command, requests for that scheme or none are
 * reported as successful, and no others.
 * - A download that a page creates itself belongs to no navigation and has no id yet: its URL is used as the id.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

const READY = /^WebDriver BiDi listening on (ws:\/\/\S+)$/
const SchemeRequest = z.object({
  id: z.int(),
  method: z.literal('emulation.setMediaFeaturesOverride'),
  params: z.object({ features: z.strictObject({ 'prefers-color-scheme': z.literal('light').nullish() }) }),
})
const UnknownCommand = z.object({ id: z.int(), type: z.literal('error'), error: z.literal('unknown command') })
const AnonymousDownload = z.looseObject({
  method: z.enum(['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd']),
  params: z.looseObject({ navigation: z.null(), url: z.string(), download: z.undefined().optional() }),
})

const readJson = (data: RawData): unknown => JSON.parse(data.toString())

/** Translates a message of Firefox for Playwright. */
function translate(data: RawData, lightRequests: Set<number>): string {
  const message = readJson(data)
  const unknownCommand = UnknownCommand.safeParse(message)
  if (unknownCommand.success && lightRequests.delete(unknownCommand.data.id))
    return JSON.stringify({ type: 'success', id: unknownCommand.data.id, result: {} })
  const download = AnonymousDownload.safeParse(message)
  if (!download.success) return data.toString()
  const { params } = download.data
  return JSON.stringify({ ...download.data, params: { ...params, download: params.url } })
}

/** Relays a connection in both directions until either end is closed. */
function relay(client: WebSocket, address: string): void {
  const firefox = new WebSocket(address, { perMessageDeflate: false })
  const waiting: string[] = []
  const lightRequests = new Set<number>()
  client.on('message', (data) => {
    const request = SchemeRequest.safeParse(readJson(data))
    if (request.success) lightRequests.add(request.data.id)
    if (firefox.readyState === WebSocket.OPEN) firefox.send(data.toString())
    else waiting.push(data.toString())
  })
  firefox.on('open', () => {
    for (const text of waiting.splice(0)) firefox.send(text)
  })
  firefox.on('message', (data) => {
    client.send(translate(data, lightRequests))
  })
  for (const [end, other] of [
    [client, firefox],
    [firefox, client],
  ] as const) {
    end.on('close', () => other.close())
    end.on('error', () => other.terminate())
  }
}

const browser = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
})
browser.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
browser.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => browser.kill(signal))

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
createInterface({ input: browser.stderr }).on('line', (line) => {
  const [, address] = READY.exec(line) ?? []
  const own = server.address()
  if (address === undefined || own === null || typeof own === 'string') {
    process.stderr.write(`${line}\n`)
    return
  }
  server.on('connection', (client, { url }) => relay(client, `${address}${url}`))
  process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${own.port}\n`)
})
