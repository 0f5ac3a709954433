/** The runner as a process, with a server that listens and an agent that is asked. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { RUNS } from '#contracts/limits.ts'
import { json, type Respond } from '#testing/agent-server.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onSqlite } from '#testing/test-app.ts'

const TASKS = [
  { key: 'q1', title: '绝密的问题', isSealed: true, checks: [{ kind: 'number', value: 7 }] },
  { key: 'q2', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
]

onSqlite('a runner', (app) => {
  let runs: Awaited<ReturnType<typeof prepareRuns>>
  let folder: string
  let origin = ''

  beforeAll(async () => {
    await saveMethod(app())
    origin = await app().server.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    runs = await prepareRuns(app(), TASKS)
    folder = await mkdtemp(join(tmpdir(), 'zhijian-runner-'))
    onTestFinished(() => rm(folder, { recursive: true }))
  })

  /** Begins a run of a runner. Returns it with a token. */
  async function begin(body: object = {}, tokenBody: object = {}) {
    const run = await runs.begin({ asker: 'runner', candidates: ['a'], ...body })
    const { token } = (await runs.act(run, 'runner-tokens', tokenBody)).json().data
    return { run, token: String(token) }
  }

  /** Writes a file of connections. Returns its path. */
  async function writeConnections(url: string): Promise<string> {
    const path = join(folder, 'connections.yaml')
    await writeFile(
      path,
      `connections:\n  a:\n    kind: openai\n    url: ${url}\n    secret: { env: AGENT_KEY }\n    maxConcurrency: 5\n    perMinute: 6000\n`,
    )
    return path
  }

  function start(token: string, args: readonly string[] = []): ChildProcess {
    const runner = spawn(
      process.execPath,
      ['server/runner.ts', '--server', origin, '--journal', join(folder, 'journal'), ...args],
      { env: { PATH: process.env.PATH, RUNNER_TOKEN: token, AGENT_KEY: 'sk-own-key' } },
    )
    onTestFinished(() => void runner.kill('SIGKILL'))
    return runner
  }

  async function finish(runner: ChildProcess) {
    const [[code], output, errors] = await Promise.all([
      once(runner, 'exit'),
      runner.stdout ? text(runner.stdout) : '',
      runner.stderr ? text(runner.stderr) : '',
    ])
    return { code, output, errors }
  }

  const allow = ['--allow-hosts', '127.0.0.1:*']

  it('asks by its own connections, which the platform never sees, and says how far it is', async () => {
    const agent = await startTestAgent(answer('7天'))
    const { run, token } = await begin({ repeats: 2 })
    const connections = await writeConnections(agent.url)
    const { code, output, errors } = await finish(start(token, [...allow, '--connections', connections]))
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toContain('计划4次试次')
    expect(output).toContain('交回4个结果')
    expect(await runs.read(run)).toMatchObject({
      status: 'finished',
      calls: 4,
      outcomes: { passed: 4 },
      candidates: [{ byRunner: 4 }],
    })
    expect(agent.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-own-key',
      'user-agent': expect.stringContaining('zhijian-runner/'),
    })
    const stored = await app()
      .database.read.selectFrom('agentConnections')
      .select('candidate')
      .where('projectId', '=', runs.project.id)
      .execute()
    expect(stored).toEqual([])
  })

  it('is killed in the middle, and goes on without losing or counting an answer twice', async () => {
    const agent = await startTestAgent(async (reply, request, index) => {
      await setTimeout(20)
      return answer('7天')(reply, request, index)
    })
    const { run, token } = await begin({ repeats: 15 })
    const args = [...allow, '--connections', await writeConnections(agent.url)]
    const killed = start(token, args)
    while (agent.requests.length < 10) await setTimeout(5)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // What it had claimed without having heard of it comes back with its lease.
    app().clock.advance(RUNS.leaseMs + 1)
    const { code } = await finish(start(token, args))
    expect(code).toBe(0)
    const finished = await runs.read(run)
    expect(finished).toMatchObject({ status: 'finished', outcomes: { passed: 30 } })
    const repeated: { isRepeated: boolean }[] = []
    for (let page = 1; page <= 2; page += 1) repeated.push(...(await runs.listTrials(run, `?page=${page}`)))
    // What was being asked when it was killed was asked again, and is marked.
    const marked = repeated.filter(({ isRepeated }) => isRepeated).length
    expect(agent.requests.length - 30).toBeLessThanOrEqual(marked)
    expect(marked).toBeLessThanOrEqual(5)
  })

  it('keeps answers while the platform is away, and nothing sealed on its disk', async () => {
    const secretReply = '绝密的问题的回答是7天'
    let isAway = false
    const platform = await startTestAgent(async (reply, request, index) => {
      if (isAway) return json({ success: false }, 503)(reply, request, index)
      return forward(reply, request, index)
    })
    const forward: Respond = async (reply, { method, path, headers, body }) => {
      const { authorization = '' } = headers
      const answered = await fetch(origin + path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body }),
      })
      reply.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
    }
    const agent = await startTestAgent((reply, request, index) => {
      isAway = true
      return answer(secretReply)(reply, request, index)
    })
    const { run, token } = await begin({ repeats: 1, tasks: ['q1'] })
    const args = [...allow, '--connections', await writeConnections(agent.url), '--server', platform.url]
    const runner = start(token, args)
    while (agent.requests.length === 0) await setTimeout(5)
    const journal = join(folder, 'journal')
    const readJournal = async () => {
      const [file] = (await readdir(journal).catch(() => [])).filter((name) => name.endsWith('.journal'))
      return file === undefined ? '' : readFile(join(journal, file), 'utf8')
    }
    // The claim, and then the answer.
    while ((await readJournal()).split('\n').length < 3) await setTimeout(5)
    runner.kill('SIGKILL')
    await once(runner, 'exit')
    expect(await readJournal()).not.toContain('绝密')
    isAway = false
    const { code, output } = await finish(start(token, args))
    expect({ code, count: agent.requests.length }).toEqual({ code: 0, count: 1 })
    expect(output).toContain('上次还有1个回答没有交回')
    expect(await runs.listTrials(run)).toMatchObject([{ outcome: 'passed', reply: secretReply, isRepeated: false }])
  })

  it('uses the platform’s connection with its keys if it may', async () => {
    const agent = await startTestAgent(answer('7天'))
    await runs.connect('a', agent.url)
    const { run, token } = await begin({ repeats: 1 }, { canReadKeys: true })
    expect((await finish(start(token, [...allow, '--quiet']))).output).toBe('')
    expect(await runs.read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 2 } })
    expect(agent.requests[0]?.headers.authorization).toBe('Bearer sk-secret')
  })

  it('tries failed calls again, and pauses the run for a refused key', async () => {
    const agent = await startTestAgent(json({ error: { message: 'bad key' } }, 401))
    const { run, token } = await begin({ repeats: 5 })
    const runner = start(token, [...allow, '--connections', await writeConnections(agent.url)])
    while ((await runs.read(run)).status !== 'paused') await setTimeout(20)
    expect(await runs.read(run)).toMatchObject({ statusReason: '“甲”连续拒绝了密钥，已暂停；请核对密钥后继续' })
    runner.kill('SIGTERM')
    expect((await finish(runner)).code).toBe(143)
  })

  it('stops at a signal, and gives back what it was asking', async () => {
    const agent = await startTestAgent(() => {})
    const { run, token } = await begin({ repeats: 1, tasks: ['q2'] })
    const runner = start(token, [...allow, '--connections', await writeConnections(agent.url)])
    while (agent.requests.length === 0) await setTimeout(5)
    runner.kill('SIGINT')
    expect((await finish(runner)).code).toBe(130)
    const [trial] = await app()
      .database.read.selectFrom('evaluationRunTrials')
      .select(['claim', 'isAsked'])
      .where('runId', '=', run.id)
      .execute()
    expect(trial).toEqual({ claim: null, isAsked: true })
  })

  describe('behind certificates of a company’s own', () => {
    const certificates = join(import.meta.dirname, '../../testing/certificates')

    /** Encrypts the connections to a server. Returns its address. */
    async function encrypt(url: string): Promise<string> {
      const [key, cert] = await Promise.all(
        ['localhost-key.pem', 'localhost.pem'].map((name) => readFile(join(certificates, name), 'utf8')),
      )
      const { port } = new URL(url)
      const server = createTlsServer({ key, cert }, (socket) => {
        const target = connect(Number(port), '127.0.0.1')
        socket.on('error', () => target.destroy()).pipe(target)
        target.on('error', () => socket.destroy()).pipe(socket)
      })
      // A client that doesn't trust the certificate.
      server.on('tlsClientError', () => {})
      server.listen(0)
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const address = server.address()
      return `https://localhost:${typeof address === 'object' ? address?.port : ''}`
    }

    /** Returns the arguments of a runner whose platform and agent both have such a certificate. */
    async function prepare() {
      const agent = await startTestAgent(answer('7天'))
      const connections = await writeConnections(await encrypt(agent.url))
      return ['--server', await encrypt(origin), '--connections', connections, '--allow-hosts', 'localhost:*']
    }

    it('trusts those of a file, for the platform and for agents', async () => {
      const { run, token } = await begin({ repeats: 1 })
      const args = [...(await prepare()), '--ca', join(certificates, 'localhost.pem')]
      expect(await finish(start(token, args))).toMatchObject({ code: 0, errors: '' })
      expect(await runs.read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 2 } })
    })

    it('connects to nobody without it', async () => {
      const { run, token } = await begin({ repeats: 1 })
      const result = await finish(start(token, await prepare()))
      expect(result).toMatchObject({ code: 1, errors: expect.stringContaining('平台连不上') })
      expect(await runs.read(run)).toMatchObject({ isWaiting: true })
    })

    it.each([
      ['is away', 'none.pem', '读不到'],
      ['is none of certificates', 'localhost-key.pem', '不是PEM证书'],
    ])('says that the file %s', async (_, name, message) => {
      const { token } = await begin()
      const result = await finish(start(token, ['--ca', join(certificates, name)]))
      expect(result).toMatchObject({ code: 2, errors: expect.stringContaining(message) })
    })
  })

  describe('says what is wrong before it asks', () => {
    it.each<[string, () => Promise<{ token: string; args: string[] }>, number, string]>([
      ['a token that is none', async () => ({ token: 'x'.repeat(43), args: [] }), 3, '执行器令牌无效'],
      ['no connection', async () => ({ token: (await begin()).token, args: [] }), 2, '“甲”（a）没有连接'],
      [
        'an unencrypted server',
        async () => ({ token: 'x'.repeat(43), args: ['--server', 'http://zhijian.example'] }),
        2,
        '须是 https',
      ],
      ['a misspelled option', async () => ({ token: 'x'.repeat(43), args: ['--serve', origin] }), 2, '参数有误'],
      ['a host list', async () => ({ token: 'x'.repeat(43), args: ['--allow-hosts', 'a b'] }), 2, '--allow-hosts 有误'],
      [
        'keys that it may not read',
        async () => {
          await runs.connect('a', 'http://127.0.0.1:9')
          return { token: (await begin()).token, args: [] }
        },
        2,
        '密钥没有给执行器',
      ],
    ])('such as %s', async (_, prepare, code, message) => {
      const { token, args } = await prepare()
      const result = await finish(start(token, args))
      expect(result).toMatchObject({ code, errors: expect.stringContaining(message) })
    })

    it('may not connect to a private address that isn’t allowed', async () => {
      const agent = await startTestAgent(answer('7天'))
      const { run, token } = await begin({ repeats: 1, tasks: ['q2'] })
      const result = await finish(start(token, ['--connections', await writeConnections(agent.url)]))
      expect(result).toMatchObject({ code: 2, errors: expect.stringContaining('请以 --allow-hosts 允许') })
      expect(await runs.read(run)).toMatchObject({ isWaiting: true, calls: 0 })
      expect(agent.requests).toHaveLength(0)
    })
  })
})
