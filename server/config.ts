import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import '#contracts/chinese-issues.ts'
import { PASSWORD, RUNS } from '#contracts/limits.ts'
import { listMisspelledSettings } from './misspelled-settings.ts'
import { type AllowedHosts, parseAllowedHosts } from './platform/allowed-hosts.ts'
import { parseS3Url, type S3Location } from './platform/files/s3-location.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

const HostListSchema = z.string().transform((value, context) => {
  const hosts = parseAllowedHosts(value)
  if (!hosts) context.addIssue('应为以逗号分隔的域名、地址或网段，可在冒号后加端口或 *')
  return hosts ?? []
})
const OnOffSchema = z.enum(['on', 'off'], '只能是 on 或 off').transform((value) => value === 'on')

const TrustedProxiesSchema = z.string().transform((value, context) => {
  const proxies = parseTrustedProxies(value)
  if (proxies === undefined) context.addIssue('只能是 on、off，或以逗号分隔的地址与网段')
  return proxies ?? false
})

export const MIN_SECRET_LENGTH = 32

const RUN_CONVERSATIONS_MESSAGE = `应为1至${RUNS.conversations.max}的整数`

const SettingsSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, '应为端口号')
    .transform(Number)
    .refine((port) => port <= 65_535, '应为端口号')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value), '应为 postgres://… 地址')
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  FILES_URL: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: '应为 http 或 https 地址' })
    .refine(isOrigin, '只能含协议、域名与端口，如 https://zhijian.example.com；不支持路径、用户名、查询与片段')
    .optional(),
  APP_SECRET: z.string().min(MIN_SECRET_LENGTH, `至少${MIN_SECRET_LENGTH}个字符`).optional(),
  APP_SECRET_PREVIOUS: z.string().min(MIN_SECRET_LENGTH, `至少${MIN_SECRET_LENGTH}个字符`).optional(),
  ADMIN_EMAIL: z.email('应为邮箱地址').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(PASSWORD.min, `至少${PASSWORD.min}个字符`)
    .max(PASSWORD.max, `最多${PASSWORD.max}个字符`)
    .optional(),
  DEMO: OnOffSchema.default(true),
  TRUST_PROXY: TrustedProxiesSchema.default(false),
  RATE_LIMITS: OnOffSchema.default(true),
  MAIL_HOSTS: HostListSchema.default([]),
  WEBHOOK_HOSTS: HostListSchema.default([]),
  AGENT_HOSTS: HostListSchema.default([]),
  SIGN_IN_HOSTS: HostListSchema.default([]),
  REAL_RUNS: OnOffSchema.default(true),
  RUN_CONVERSATIONS: z
    .string()
    .regex(/^\d{1,3}$/, RUN_CONVERSATIONS_MESSAGE)
    .transform(Number)
    .refine((count) => count >= 1 && count <= RUNS.conversations.max, RUN_CONVERSATIONS_MESSAGE)
    .default(RUNS.conversations.initial),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,128}$/, '应为16至128位的字母、数字、_ 或 -')
    .optional(),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^\d{1,5}$/, '应为毫秒数，0 为不记录')
    .transform(Number)
    .default(200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
})

const EnvironmentSchema = SettingsSchema.refine(
  (env) => env.DATABASE_URL === undefined || env.APP_SECRET !== undefined,
  {
    path: ['APP_SECRET'],
    error: '使用 DATABASE_URL 时必须设置',
    // Reported together with the errors of other settings, not only after those are fixed.
    when: () => true,
  },
).refine((env) => env.FILES_URL === undefined || parseS3Url(env) !== undefined, {
  path: ['FILES_URL'],
  error: '应为 s3://KEY:SECRET@HOST:PORT/BUCKET（密钥可改用 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 给出）',
})

/** All environment variables that are read. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(SettingsSchema.shape)

/** The variables that only this program reads; those of AWS are shared with other tools. */
const SETTING_NAMES = ENVIRONMENT_VARIABLES.filter((name) => !name.startsWith('AWS_'))

export type Config = {
  environment: 'production' | 'development' | 'test'
  port: number
  host: string
  dataDir: string
  /** The folder for scheduled backups. */
  backupDir: string
  databaseUrl: string | undefined
  /** The bucket for uploaded files; without one they are stored in `uploads` below `dataDir`. */
  s3: S3Location | undefined
  /** Without a trailing slash. */
  publicUrl: string
  appSecret: string | undefined
  /** Earlier values of `appSecret`. Data that is still encrypted with one of these is re-encrypted on start. */
  previousSecrets: readonly string[]
  admin: { email: string | undefined; password: string | undefined }
  demo: boolean
  /** The proxies whose `X-Forwarded-For` is trusted, in the format of Fastify's `trustProxy`. */
  trustProxy: false | string
  rateLimits: boolean
  /** Mail servers that may be connected to, in addition to public ones on the ports of mail. */
  mailHosts: AllowedHosts
  /** Receivers of alarms that may be connected to, in addition to public ones. */
  webhookHosts: AllowedHosts
  /** Agents that may be connected to, in addition to public ones. */
  agentHosts: AllowedHosts
  /** Internal identity providers that may be connected to, in addition to public ones. */
  signInHosts: AllowedHosts
  /** Whether members may connect agents and have them asked. */
  realRuns: boolean
  /** How many conversations with agents this node has at once. */
  runConversations: number
  /** The bearer token for the metrics; without it they are disabled. */
  metricsToken: string | undefined
  /** Statements that take at least this long are logged; 0 disables the log. */
  slowQueryMs: number
  logLevel: string
}

/** An invalid configuration. The message is one line for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the settings from environment variables. Empty values count as unset. Throws a `ConfigError` that names every
 * invalid variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = EnvironmentSchema.safeParse(values)
  const problems = [
    ...listMisspelledSettings(Object.keys(values), SETTING_NAMES).map(
      ({ name, setting }) => `设置 ${name} 有误：没有这个设置，应为 ${setting}`,
    ),
    ...(parsed.error?.issues ?? []).map((issue) => `设置 ${issue.path.join('.')} 有误：${issue.message}`),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('；'))
  const env = parsed.data
  return {
    environment: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    backupDir: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
    databaseUrl: env.DATABASE_URL,
    s3: parseS3Url(env),
    publicUrl: (env.PUBLIC_URL ?? `http://${formatHost(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    appSecret: env.APP_SECRET,
    previousSecrets: env.APP_SECRET_PREVIOUS ? [env.APP_SECRET_PREVIOUS] : [],
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demo: env.DEMO,
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS,
    mailHosts: env.MAIL_HOSTS,
    webhookHosts: env.WEBHOOK_HOSTS,
    agentHosts: env.AGENT_HOSTS,
    signInHosts: env.SIGN_IN_HOSTS,
    realRuns: env.REAL_RUNS,
    runConversations: env.RUN_CONVERSATIONS,
    metricsToken: env.METRICS_TOKEN,
    slowQueryMs: env.SLOW_QUERY_MS,
    logLevel: env.LOG_LEVEL,
  }
}

/** Formats a host for a URL: IPv6 in brackets. */
const formatHost = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

/** Links are built by appending paths, so that a path, a user name or a query would end up in the middle of them. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url === null || url.href === `${url.origin}/`
}
