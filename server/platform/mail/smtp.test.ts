import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  CERTIFICATE,
  createSmtpError,
  type SmtpScript,
  type SmtpTestServer,
  startScriptedServer,
  startSilentServer,
  startSmtpServer,
} from '#testing/smtp-server.ts'
import { parseAllowedHosts } from '../allowed-hosts.ts'
import { toMailError as convertToMailError, MailError } from './mail-error.ts'
import { createMailer, getTimeoutKind, needsStartTls, SMTP_TIMEOUTS, type SmtpServer } from './smtp.ts'

const MAIL = {
  from: { name: '智鉴', address: 'from@example.com' },
  to: { name: '陈女士', address: 'chen@example.com' },
  subject: '新咨询：某集团',
  html: '<p>第一行</p>',
  text: '第一行',
  messageId: '<1@example.com>',
}
/** For servers that never respond; on a busy machine, others could exceed these. */
const SHORT_TIMEOUTS = { ...SMTP_TIMEOUTS, connect: 500, greeting: 200, idle: 200 }
const never = new AbortController().signal

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
async function start<Server extends { close(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  open.push(server)
  return server
}
const at = ({ port }: { port: number }, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: 'localhost',
  port,
  secure: false,
  username: '',
  password: '',
  ...more,
})
const mailer = (hosts = 'localhost:*', timeouts = SMTP_TIMEOUTS) =>
  createMailer({ hosts: parseAllowedHosts(hosts) ?? [], timeouts, authority: CERTIFICATE })

/** Nothing listens on the first address. */
const mailerOfTwoAddresses = () =>
  createMailer({
    hosts: parseAllowedHosts('127.0.0.0/8:*') ?? [],
    resolve: async () => ['127.0.0.2', '127.0.0.1'],
  })

async function toMailError(server: SmtpServer, caller = mailer()): Promise<MailError> {
  const failure = await caller.send(server, MAIL, never).catch((error: unknown) => error)
  if (!(failure instanceof MailError)) throw new Error(`not a MailError: ${String(failure)}`)
  return failure
}

describe('send', () => {
  it('reports a user name without a password, and opens no connection', async () => {
    const server = await start(startScriptedServer())
    const failure = await toMailError(at(server, { username: 'sender' }))
    expect(failure).toMatchObject({ kind: 'passwordMissing', isPermanent: false, isAboutThisMail: false })
    expect(failure.message).toBe(
      '填写了用户名，却没有密码，邮件没有发出。请填写密码；如果邮件服务器不需要登录，请清空用户名',
    )
    expect(server.received.connections).toBe(0)
  })

  it.each([
    ['an invalid address', { code: 'EENVELOPE', message: 'Invalid recipient "a<b"' }, '收件地址或发件地址无效'],
    ['an empty mail', { code: 'EMESSAGE', message: 'Empty message' }, '邮件服务器拒绝了邮件'],
    ['a TLS failure without a code', { code: 'ETLS', message: 'Connection closed unexpectedly' }, '加密连接失败'],
    [
      'a TLS failure with an unknown code',
      { code: 'ESOCKET', originalCode: 'ERR_TLS_NEW' },
      '加密连接失败：ERR_TLS_NEW',
    ],
    ['a sign-in that nodemailer gives up', { code: 'EAUTH', message: 'Unknown authentication' }, '登录邮件服务器失败'],
    ['an error of our own', { message: 'boom' }, '邮件没有发出，请把原因告诉运维：boom'],
  ])('reports %s in Chinese', (_, { message, ...properties }: { message?: string; code?: string }, expected) => {
    expect(convertToMailError(Object.assign(new Error(message), properties)).message).toBe(expected)
  })

  it.each([
    ['an unencrypted connection', { disabledCommands: ['STARTTLS'] }, {}, false],
    ['STARTTLS', {}, {}, true],
    ['TLS', { secure: true }, { secure: true }, true],
  ])('sends a mail by %s, and returns the server’s reply', async (_, options, client, secure) => {
    const server = await start(startSmtpServer(options))
    expect(await mailer().send(at(server, client), MAIL, never)).toBe('250 queued as 4711')
    expect(server.mails).toMatchObject([{ from: 'from@example.com', to: ['chen@example.com'], secure }])
    expect(server.mails[0]?.source).toContain('Message-ID: <1@example.com>')
    expect(server.mails[0]?.source).toContain('multipart/alternative')
  })

  it.each([
    ['STARTTLS', {}, {}],
    ['TLS', { secure: true }, { secure: true }],
  ])('sends nothing by %s to a server whose certificate nobody trusts', async (_, options, client) => {
    const server = await start(startSmtpServer(options))
    const withoutAuthority = createMailer({ hosts: parseAllowedHosts('localhost:*') ?? [], timeouts: SMTP_TIMEOUTS })
    await toMailError(at(server, client), withoutAuthority)
    expect(server.mails).toEqual([])
  })

  it('signs in with the right password, and reports the server’s reply to a wrong one', async () => {
    const signIn: NonNullable<Parameters<typeof startSmtpServer>[0]>['onAuth'] = ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(createSmtpError(535, '5.7.8 no such luck'))
    const server = await start(startSmtpServer({ authOptional: false, onAuth: signIn }))
    const as = (password: string) => at(server, { username: 'sender', password })
    await mailer().send(as('right'), MAIL, never)
    expect(server.mails).toMatchObject([{ user: 'sender', secure: true }])
    expect(await toMailError(as('wrong'))).toMatchObject({
      kind: 'signInFailed',
      isPermanent: false,
      message: '登录邮件服务器失败：535 5.7.8 no such luck',
    })
    expect(await toMailError(at(server))).toMatchObject({ kind: 'signInRequired', isPermanent: false })
  })

  it.each([
    ['doesn’t know the command', { disabledCommands: ['AUTH'] }, {}, /：500 /],
    ['has not enabled it', undefined, { AUTH: '503 5.5.1 authentication not enabled' }, /：503 5\.5\.1 /],
  ])('reports a configured sign-in to a server that %s', async (_, options, script, detail) => {
    const server = options ? await start(startSmtpServer(options)) : await start(startScriptedServer(script))
    const failure = await toMailError(at(server, { username: 'sender', password: 'right' }))
    expect(failure).toMatchObject({ kind: 'signInUnsupported', isPermanent: false })
    expect(failure.message).toMatch(detail)
  })

  it.each([
    ['a password for a server that is not listed', { secure: false, username: 'sender' }, false, true],
    ['a password for a listed server', { secure: false, username: 'sender' }, true, false],
    ['no password', { secure: false, username: '' }, false, false],
    ['an encrypted connection', { secure: true, username: 'sender' }, false, false],
  ])('requires STARTTLS if necessary: %s', (_, more, isTrusted, expected) => {
    expect(needsStartTls(at({ port: 587 }, more), isTrusted)).toBe(expected)
  })

  it('sends a password unencrypted to a listed server', async () => {
    const server = await start(
      startSmtpServer({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        authOptional: false,
        onAuth: ({ username }, _, done) => done(null, { user: username }),
      }),
    )
    await mailer().send(at(server, { username: 'sender', password: 'right' }), MAIL, never)
    expect(server.mails).toMatchObject([{ user: 'sender', secure: false }])
  })

  it.each([
    ['a permanently rejected recipient', 550, true],
    ['a temporarily rejected recipient', 451, false],
  ])('reports %s', async (_, code, isPermanent) => {
    const server = await start(
      startSmtpServer({ onRcptTo: (_address, _session, done) => done(createSmtpError(code, 'not here')) }),
    )
    expect(await toMailError(at(server))).toMatchObject({
      kind: 'mailRejected',
      isPermanent,
      message: `邮件服务器拒绝了邮件：${code} not here`,
    })
  })

  it('reports a temporary failure if the server closes the connection', async () => {
    const server = await start(
      startSmtpServer({ onRcptTo: (_address, _session, done) => done(createSmtpError(421, '4.7.0 come back later')) }),
    )
    expect(await toMailError(at(server))).toMatchObject({
      kind: 'connectionRejected',
      isPermanent: false,
      message: '邮件服务器拒绝了连接：421 4.7.0 come back later',
    })
  })

  it.each([
    ['a permanently rejected mail', 554, true],
    ['a temporarily rejected mail', 452, false],
  ])('reports %s', async (_, code, isPermanent) => {
    const server = await start(
      startSmtpServer({
        onData(stream, _session, done) {
          stream.resume()
          stream.on('end', () => done(createSmtpError(code, 'no spam')))
        },
      }),
    )
    expect(await toMailError(at(server))).toMatchObject({ kind: 'mailRejected', isPermanent })
  })

  it('reports a rejected sender as a temporary failure, since the settings can be corrected', async () => {
    const server = await start(
      startSmtpServer({ onMailFrom: (_address, _session, done) => done(createSmtpError(553, 'not your address')) }),
    )
    expect(await toMailError(at(server))).toMatchObject({
      kind: 'senderRejected',
      isPermanent: false,
      message: '邮件服务器拒绝了发件人，请核对发件地址：553 not your address',
    })
  })

  it.each([
    ['does not respond', '', 'timeout'],
    ['does not respond after its greeting', '220 hello\r\n', 'timeout'],
    ['rejects the connection', '421 4.3.2 too many connections\r\n', 'connectionRejected'],
    ['is not a mail server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'unreadableReply'],
  ])('fails if the server %s', async (_, greeting, kind) => {
    const server = await start(startSilentServer(greeting))
    const failure = await toMailError(at(server), mailer('localhost:*', SHORT_TIMEOUTS))
    expect(failure).toMatchObject({ kind, isPermanent: false })
  })

  const flood = (socket: Socket) => socket.write(Buffer.alloc(4_000_000, 'x'))
  /** Sends a byte at a time, so that the connection is never idle. */
  function drip(socket: Socket) {
    const timer = setInterval(() => socket.write('2'), 50)
    socket.once('close', () => clearInterval(timer))
  }
  const close = (socket: Socket) => socket.end()
  const reset = (socket: Socket) => socket.resetAndDestroy()
  const ignore = () => {}

  it.each<[string, SmtpScript, string]>([
    ['rejects the session', { EHLO: '550 no', HELO: '550 no' }, '邮件服务器拒绝了连接：550 no'],
    ['is busy at sign-in', { EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: '421 busy' }, '邮件服务器拒绝了连接：421 busy'],
    [
      'requires sign-in',
      { MAIL: '530 5.7.0 first' },
      '邮件服务器要求登录，请核对用户名、密码与加密方式：530 5.7.0 first',
    ],
    ['rejects the sender temporarily', { MAIL: '450 later' }, '邮件服务器拒绝了邮件：450 later'],
    ['rejects the size of a mail', { MAIL: '552 too big' }, '邮件服务器拒绝了邮件：552 too big'],
    ['sends nonsense instead of a reply', { RCPT: 'what?' }, '邮件服务器的答复无法识别，请核对地址与端口：what?'],
    ['never ends its greeting', { greeting: flood }, '邮件服务器的答复无法识别，请核对地址与端口'],
    ['sends a reply byte by byte', { EHLO: drip }, '邮件服务器没有及时应答'],
    ['closes the connection at once', { greeting: close }, '邮件服务器中断了连接'],
    ['closes the connection before the mail', { DATA: close }, '邮件服务器中断了连接'],
    ['resets the connection', { MAIL: reset }, '邮件服务器中断了连接'],
    ['closes the connection after the mail', { end: close }, '邮件服务器中断了连接'],
    ['never replies to the mail', { end: ignore }, '邮件服务器没有及时应答'],
    [
      'offers STARTTLS and rejects it',
      { EHLO: '250-hello\r\n250 STARTTLS', STARTTLS: '454 no' },
      '加密连接失败：454 no',
    ],
  ])('fails temporarily, with the reason in Chinese, if the server %s', async (_, script, message) => {
    const server = await start(startScriptedServer(script))
    const timeouts = { ...SMTP_TIMEOUTS, idle: 500, total: 1_500 }
    const failure = await toMailError(
      at(server, { username: 'sender', password: 'right' }),
      mailer('localhost:*', timeouts),
    )
    expect({ message: failure.message, isPermanent: failure.isPermanent }).toEqual({ message, isPermanent: false })
  })

  it('says that TLS may be missing if a server on port 465 does not reply', () => {
    expect(getTimeoutKind(at({ port: 465 }))).toBe('tlsExpected')
    expect(getTimeoutKind(at({ port: 465 }, { secure: true }))).toBe('timeout')
    expect(getTimeoutKind(at({ port: 587 }))).toBe('timeout')
  })

  it('says that a server does not use TLS', async () => {
    const server = await start(startScriptedServer())
    expect((await toMailError(at(server, { secure: true }))).message).toBe('加密连接失败：对方在这个端口上没有使用TLS')
  })

  it('connects to the address that can be reached if the server has several', async () => {
    const server = await start(startScriptedServer())
    expect(await mailerOfTwoAddresses().send(at(server, { host: 'mail.test' }), MAIL, never)).toBe('250 queued')
  })

  it('names every address of a server that cannot be reached', async () => {
    const stopped = await startScriptedServer()
    await stopped.close()
    expect((await toMailError(at(stopped, { host: 'mail.test' }), mailerOfTwoAddresses())).message).toMatch(
      /^无法连接邮件服务器：127\.0\.0\.2:\d+ 拒绝了连接；127\.0\.0\.1:\d+ 拒绝了连接$/,
    )
  })

  it('reports an unreachable server and an unknown host name', async () => {
    const stopped: SmtpTestServer = await startSmtpServer()
    await stopped.close()
    expect(await toMailError(at(stopped))).toMatchObject({ kind: 'unreachable', isPermanent: false })
    expect(await toMailError(at({ port: 25 }, { host: 'no-such-host.invalid' }))).toMatchObject({
      kind: 'unknownHost',
    })
  })

  it.each([
    ['an untrusted certificate', 'localhost', undefined],
    ['a certificate for another name', '127.0.0.1', CERTIFICATE],
  ])('rejects %s without sending the password', async (_, host, authority) => {
    let signIns = 0
    for (const secure of [true, false]) {
      const server = await start(
        startSmtpServer({
          secure,
          onAuth(_auth, _session, done) {
            signIns += 1
            done(null, { user: 'x' })
          },
        }),
      )
      const failure = await toMailError(
        at(server, { host, secure, username: 'sender', password: 'right' }),
        createMailer({ hosts: parseAllowedHosts(`${host}:*`) ?? [], ...(authority && { authority }) }),
      )
      expect(failure).toMatchObject({ kind: 'encryptionFailed', isPermanent: false })
      expect(failure.message).toMatch(/^加密连接失败：证书/)
      expect(server.mails).toEqual([])
    }
    expect(signIns).toBe(0)
  })

  it('can be aborted', async () => {
    const server = await start(startSilentServer('220 hello\r\n'))
    const stop = new AbortController()
    const sending = createMailer({ hosts: parseAllowedHosts('localhost:*') ?? [] }).send(at(server), MAIL, stop.signal)
    stop.abort()
    await expect(sending).rejects.toThrow(MailError)
  })

  it.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '127.1', '::ffff:127.0.0.1'])(
    'does not connect to %s if it is not listed',
    async (host) => {
      const server = await start(startSmtpServer())
      const plain = host.replaceAll(/[[\]]/g, '')
      expect((await toMailError(at(server, { host: plain }), mailer('10.0.0.0/8'))).kind).toBe('addressNotAllowed')
      expect((await toMailError(at({ port: 25 }, { host: plain }), mailer('mail.example.com'))).kind).toBe(
        'addressNotAllowed',
      )
    },
  )
})
