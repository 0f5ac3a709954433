import { z } from 'zod'
import { DELETE, envelope, GET, groupCalls, messageOnly, POST, PUT, sentences } from '../call.ts'
import { JUDGE_MODEL_KEY } from '../evaluation-projects/judge-key.ts'
import { PROJECT_MESSAGES } from '../evaluation-projects/messages.ts'
import { AGENTS, CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import {
  AgentHostSchema,
  ConnectionSaveSchema,
  ConnectionSchema,
  ParsedReplySchema,
  ProbeRequestSchema,
  ProbeSchema,
  ReplyParsingSchema,
} from './connection.ts'
import { AGENT_MESSAGES as MESSAGES } from './messages.ts'

const id = z.string().max(TEXT.word)
const ProjectParamsSchema = z.object({ id: id.describe('评估项目编号。') })
/** The judge model, which is stored among the connections, has its own calls. */
const ConnectionParamsSchema = ProjectParamsSchema.extend({
  candidate: id.refine((key) => key !== JUDGE_MODEL_KEY, PROJECT_MESSAGES.unknownCandidate).describe('候选的键名。'),
})

/** The owner's calls return 404 to everyone else, staff and judges included. */
const OWNED = { access: 'signed-in', failures: ['notFound'] } as const

export const connectionCalls = groupCalls(
  '智能体连接',
  '会员评估项目中候选的连接：平台如何向智能体提问。只有项目的负责人可见。',
  {
    list: GET('/api/evaluation/projects/:id/connections', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: envelope({ data: z.array(ConnectionSchema), isEnabled: z.boolean().describe('本站是否启用实测。') }),
      summary: '列出项目的连接',
    }),
    save: PUT('/api/evaluation/projects/:id/connections/:candidate', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'forbidden', 'conflict'],
      params: ConnectionParamsSchema,
      body: ConnectionSaveSchema,
      example: {
        kind: 'openai',
        url: 'https://api.deepseek.com/v1',
        model: 'deepseek-chat',
        secret: 'sk-…',
        timeoutMs: 120_000,
        firstTokenTimeoutMs: 60_000,
        maxConcurrency: 5,
        perMinute: 60,
        price: { input: 2, output: 8, perCall: null },
      },
      reply: ConnectionSchema,
      etag: 'checked',
      summary: '连接一个候选，或修改它的连接',
      description: sentences(
        '密钥只写不读，加密保存，只发往填写时的协议、主机与端口。',
        '只能连接公网的HTTPS地址与运维人员列出的内网地址，不跟随重定向。',
      ),
    }),
    remove: DELETE('/api/evaluation/projects/:id/connections/:candidate', {
      keys: 'own-projects:write',
      ...OWNED,
      params: ConnectionParamsSchema,
      reply: messageOnly,
      message: MESSAGES.removed,
      summary: '删除连接，连同密钥',
    }),
    probe: POST('/api/evaluation/projects/:id/connections/:candidate/probe', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'forbidden', 'conflict'],
      params: ConnectionParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.probe,
      body: ProbeRequestSchema,
      example: { message: '你好，请介绍一下你能做什么' },
      reply: ProbeSchema,
      summary: '试一次：向候选提一个问题',
      description: sentences(
        '智能体没有给出可用的回复时返回400与原因。',
        '发出与收到的内容中，密钥以圆点代替。',
        '每个账号每天、每个地址每分钟的次数有上限，超过时返回429。',
      ),
    }),
    parseReply: POST('/api/evaluation/connections/parsed-reply', {
      keys: 'own-projects:write',
      access: 'signed-in',
      callsPerMinute: CALLS_PER_MINUTE.replyParsing,
      body: ReplyParsingSchema,
      example: { example: '{"data": {"answer": "您好"}}', paths: { reply: '$.data.answer' } },
      reply: ParsedReplySchema,
      summary: '按JSONPath重新解析一个回复',
      description: '不保存任何内容；没有找到回复时返回原因。',
    }),
  },
)

export const agentHostCalls = groupCalls(
  '智能体服务器',
  '会员的评估项目连接了哪些服务器；只有主机与数目，没有项目、会员与内容。',
  {
    list: GET('/api/system/agent-hosts', {
      access: 'settings:read',
      reply: z.array(AgentHostSchema),
      summary: '列出会员的评估项目连接的主机',
      description: `按今天的提问次数，其次按连接数，最多${AGENTS.hosts}个主机；裁判模型也计入。`,
    }),
  },
)
