/** A real SMTP server on the loopback interface, for tests. */
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

const readCertificateFile = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name), 'utf8')
/** Self-signed for `localhost`, valid until 2126. */
export const CERTIFICATE = readCertificateFile('localhost.pem')
/** The same, with the same key, but expired in 2021. */
export const EXPIRED_CERTIFICATE = readCertificateFile('expired.pem')
export const CERTIFICATE_KEY = readCertificateFile('localhost-key.pem')

type ReceivedMail = { from: string; to: string[]; user: string | undefined; secure: boolean; source: string }

export type SmtpTestServer = { port: number; mails: ReceivedMail[]; close(): Promise<void> }

/** Returns an error with which the server rejects a command, such as `550 No such user`. */
export const createSmtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts the server on the given port or a free one. It accepts every mail unless the options reject it. */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<SmtpTestServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          secure: session.secure,
          source: Buffer.concat(chunks).toString(),
        })
        done(null, 'queued as 4711')
      })
    },
    ...options,
  })
  // Some tests abort the TLS handshake.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return { port: getPort(server.server.address()), mails, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** Starts a server that accepts connections, sends `greeting` and never replies. */
export async function startSilentServer(greeting = ''): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greeting !== '') socket.write(greeting)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: getPort(server.address()),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** What a scripted server sends in reply to a command, or does to the connection. */
type SmtpReply = string | ((socket: Socket) => void)
type SmtpCommand = 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | 'QUIT' | 'STARTTLS' | 'AUTH'
/** Also at the start of a connection, and at the end of a mail. */
export type SmtpScript = Partial<Record<SmtpCommand | 'greeting' | 'end', SmtpReply>>

const ACCEPTING: Record<keyof SmtpScript, string> = {
  greeting: '220 hello',
  EHLO: '250 hello',
  HELO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go ahead',
  end: '250 queued',
  QUIT: '221 bye',
  STARTTLS: '502 not implemented',
  AUTH: '235 welcome',
}
const isScripted = (command: string): command is keyof SmtpScript => Object.hasOwn(ACCEPTING, command)

/** Starts a server that accepts every mail, except where a script replies otherwise. Counts what it received. */
export async function startScriptedServer(script: SmtpScript = {}) {
  const received = { connections: 0, mails: [] as string[] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    received.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    const reply = (command: keyof SmtpScript) => {
      const scripted = script[command] ?? ACCEPTING[command]
      if (typeof scripted === 'string') socket.write(`${scripted}\r\n`)
      else scripted(socket)
    }
    let text = ''
    let isInMail = false
    const readNext = (): boolean => {
      const [line = '', end] = isInMail ? [text.split('\r\n.\r\n')[0], '\r\n.\r\n'] : [text.split('\r\n')[0], '\r\n']
      if (!text.startsWith(line + end)) return false
      text = text.slice(line.length + String(end).length)
      const command = isInMail ? 'end' : (/^[a-z]+/i.exec(line)?.[0].toUpperCase() ?? '')
      if (isInMail) received.mails.push(line)
      isInMail = command === 'DATA' && script.DATA === undefined
      if (isScripted(command)) reply(command)
      return true
    }
    socket.on('data', (chunk) => {
      text += chunk.toString()
      while (readNext());
    })
    reply('greeting')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: getPort(server.address()),
    received,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function getPort(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port')
  return address.port
}
