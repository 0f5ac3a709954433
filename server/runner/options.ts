/** What a runner is told on its command line. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { RUNS } from '#contracts/limits.ts'
import { type AllowedHosts, parseAllowedHosts } from '#server/platform/allowed-hosts.ts'

/** A mistake in the command or in one of its files, which is printed without a stack. */
export class UsageError extends Error {}

export type RunnerOptions = {
  server: URL
  token: string
  connectionsFile: string | undefined
  hosts: AllowedHosts
  caFile: string | undefined
  journalFolder: string
  conversations: number
  isQuiet: boolean
}

export const HELP = `智鉴执行器：在自有网络中提问，把回答交回平台。

用法：npm run runner -- --server https://智鉴的地址 --token 令牌 [选项]

  --server URL          平台的地址，须是 https（本机除外）
  --token TOKEN         运行页上创建的令牌；也可以用环境变量 RUNNER_TOKEN
  --connections FILE    自备的连接（YAML），密钥不经过平台；没有列出的候选用平台保存的连接
  --allow-hosts LIST    可以连接的内网主机，写法同 AGENT_HOSTS，如 10.0.0.0/8:*,agent.corp
  --ca FILE             另外信任的证书颁发机构（PEM）
  --journal FOLDER      存放未交回的回答的文件夹，缺省为 ./runner-journal；内容以令牌加密
  --conversations N     同时进行的对话最多几个，缺省为 ${RUNS.runnerConversations}
  --quiet               不显示进度
  --help                显示本说明

退出码：0 运行已完成；1 出错；2 参数或连接有误；3 令牌被拒绝；4 运行被取消或到达上限；130、143 被中断。
再次运行同一命令即可接着做：已问到的回答不会丢，也不会重复计数。
`

const OPTIONS = {
  server: { type: 'string' },
  token: { type: 'string' },
  connections: { type: 'string' },
  'allow-hosts': { type: 'string' },
  ca: { type: 'string' },
  journal: { type: 'string' },
  conversations: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const TOKEN = /^[\w-]{16,128}$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Returns the options of a command; `undefined` if it asks for help. Throws `UsageError`. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): RunnerOptions | undefined {
  const values = parse(args)
  if (values.help) return undefined
  const token = values.token ?? environment.RUNNER_TOKEN ?? ''
  if (!TOKEN.test(token)) throw new UsageError('请以 --token 或环境变量 RUNNER_TOKEN 给出令牌')
  const hosts = values['allow-hosts'] === undefined ? [] : parseAllowedHosts(values['allow-hosts'])
  if (!hosts) throw new UsageError('--allow-hosts 有误：应为以逗号分隔的主机、IP地址或网段，如 10.0.0.0/8:*,agent.corp')
  return {
    server: readServer(values.server),
    token,
    connectionsFile: values.connections,
    hosts,
    caFile: values.ca,
    journalFolder: resolve(values.journal ?? join('.', 'runner-journal')),
    conversations: readCount(values.conversations),
    isQuiet: values.quiet ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw new UsageError(`参数有误：${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The questions and perhaps the keys of the project are sent, so the connection must be encrypted. */
function readServer(text: string | undefined): URL {
  const url = URL.parse(text ?? '')
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('请以 --server 给出平台的地址，如 https://zhijian.example.com')
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname))
    throw new UsageError('--server 须是 https：问题与密钥不能明文传送')
  return new URL(url.origin)
}

function readCount(text: string | undefined): number {
  if (text === undefined) return RUNS.runnerConversations
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= RUNS.runnerConversations) return count
  throw new UsageError(`--conversations 应为1至${RUNS.runnerConversations}的整数`)
}
