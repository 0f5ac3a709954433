import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 's'.repeat(32)

describe('readConfig', () => {
  it('has defaults for all settings', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'production',
      port: 3000,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      s3: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      appSecret: undefined,
      previousSecrets: [],
      admin: { email: undefined, password: undefined },
      demo: true,
      trustProxy: false,
      rateLimits: true,
      mailHosts: [],
      webhookHosts: [],
      agentHosts: [],
      signInHosts: [],
      realRuns: true,
      runConversations: 100,
      metricsToken: undefined,
      slowQueryMs: 200,
      logLevel: 'warn',
    })
  })

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['the default for an empty value', { PORT: '', HOST: ' ' }, { port: 3000, host: '127.0.0.1' }],
    ['port 0', { PORT: '0' }, { port: 0 }],
    [
      'the public URL without its trailing slash',
      { PUBLIC_URL: 'https://z.example/' },
      { publicUrl: 'https://z.example' },
    ],
    ['an IPv6 host, in brackets', { HOST: '::1', PORT: '80' }, { publicUrl: 'http://[::1]:80' }],
    ['no sample content', { DEMO: 'off' }, { demo: false }],
    ['proxies of private networks', { TRUST_PROXY: 'on' }, { trustProxy: 'loopback,linklocal,uniquelocal' }],
    ['no proxy', { TRUST_PROXY: 'off' }, { trustProxy: false }],
    ['proxies by IP range', { TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: '10.0.0.0/8, ::1' }],
    ['a token for metrics', { METRICS_TOKEN: 'a'.repeat(16) }, { metricsToken: 'a'.repeat(16) }],
    ['the most conversations', { RUN_CONVERSATIONS: '500' }, { runConversations: 500 }],
    ['no slow statements', { SLOW_QUERY_MS: '0' }, { slowQueryMs: 0 }],
    ['proxies by name', { TRUST_PROXY: 'loopback' }, { trustProxy: 'loopback' }],
    [
      'PostgreSQL with a secret',
      { DATABASE_URL: 'postgres://db/zhijian', APP_SECRET: SECRET },
      { databaseUrl: 'postgres://db/zhijian', appSecret: SECRET },
    ],
    [
      'internal mail servers',
      { MAIL_HOSTS: 'mail.corp:8025, 10.1.0.0/16' },
      { mailHosts: [{ name: 'mail.corp', port: 8025 }, { name: undefined }] },
    ],
    ['a password with spaces', { ADMIN_PASSWORD: ' 123456 ' }, { admin: { password: ' 123456 ' } }],
  ])('reads %s', (_, environment, read) => {
    expect(readConfig(environment)).toMatchObject(read)
  })

  it.each<[string, string]>([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x1F'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', 'postgres://db:port/z'],
    ['FILES_URL', 'https://bucket'],
    ['PUBLIC_URL', 'zhijian.example'],
    ['PUBLIC_URL', 'ftp://zhijian.example'],
    ['PUBLIC_URL', 'https://zhijian.example/portal'],
    ['PUBLIC_URL', 'https://zhijian.example//'],
    ['PUBLIC_URL', 'https://user:secret@zhijian.example'],
    ['PUBLIC_URL', 'https://user@zhijian.example'],
    ['PUBLIC_URL', 'https://zhijian.example/?from=mail'],
    ['PUBLIC_URL', 'https://zhijian.example/#top'],
    ['APP_SECRET', 'short'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', '12345'],
    ['DEMO', 'yes'],
    ['RATE_LIMITS', '0'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['MAIL_HOSTS', 'smtp://mail.corp'],
    ['MAIL_HOSTS', 'mail.corp:65536'],
    ['MAIL_HOSTS', '10.0.0.0/33'],
    ['MAIL_HOSTS', 'mail.corp,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '::ffff:10.0.0.0/104'],
    ['APP_SECRET_PREVIOUS', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['RUN_CONVERSATIONS', '501'],
    ['RUN_CONVERSATIONS', 'many'],
  ])('rejects %s=%s with one Chinese line that names the setting', (name, value) => {
    const read = () => readConfig({ APP_SECRET: SECRET, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^设置 ${name} 有误：[^\\n]*[\\u4e00-\\u9fff][^\\n]*$`))
    if (name !== 'NODE_ENV') expect(read).not.toThrow(new RegExp(value.replaceAll('.', '\\.'))) // The value may be a secret.
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['APP_SERCET', 'APP_SECRET'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ])('rejects %s, and suggests %s', (name, setting) => {
    expect(() => readConfig({ [name]: 'postgres://db/z' })).toThrow(`设置 ${name} 有误：没有这个设置，应为 ${setting}`)
  })

  it('ignores unrelated variables, and names similar to a setting that is set', () => {
    const others = { HOSTNAME: 'a', HOME: '/root', PATH: '/bin', TERM: 'x', DATABASE_HOST: 'db', AWS_REGIONS: 'x' }
    expect(() => readConfig({ ...others, DATA_DIRS: 'x', DATA_DIR: '/srv' })).not.toThrow()
  })

  it('reports all errors at once', () => {
    const read = () => readConfig({ PORT: 'x', DEMO: 'maybe', DATABASE_URL: 'postgres://db/z' })
    expect(read).toThrow(
      /^设置 PORT 有误：[^\n]*；设置 DEMO 有误：[^\n]*；设置 APP_SECRET 有误：使用 DATABASE_URL 时必须设置$/,
    )
  })
})
