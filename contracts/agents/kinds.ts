/** The kinds of APIs through which an agent can be asked, as data for the form and the server. */

export const AGENT_KINDS = ['openai', 'dify', 'coze', 'fastgpt', 'ragflow', 'a2a', 'http'] as const
export type AgentKind = (typeof AGENT_KINDS)[number]

/** A field that only some kinds have, in words of the vendor. */
type KindField = { label: string; hint: string; isRequired: boolean }

export type KindDetails = {
  label: string
  /** Who offers such an API. */
  description: string
  urlHint: string
  urlExample: string
  secretLabel: string
  secretHint: string
  model?: KindField
  botId?: KindField
}

export const AGENT_KIND_TABLE: Record<AgentKind, KindDetails> = {
  openai: {
    label: 'OpenAI兼容',
    description: '大多数模型服务与自建网关：DeepSeek、通义千问、豆包、vLLM、One API等',
    urlHint: '接口的根地址，通常以 /v1 结尾；也可以粘贴完整的 /chat/completions 地址。',
    urlExample: 'https://api.deepseek.com/v1',
    secretLabel: 'API Key',
    secretHint: '放在请求头Authorization中发送，前面加Bearer。',
    model: { label: '模型', hint: '厂商文档中的模型名称，如 deepseek-chat。', isRequired: false },
  },
  dify: {
    label: 'Dify',
    description: 'Dify云端或私有部署的聊天助手、Agent与Chatflow应用',
    urlHint: '应用的“访问API”页中的基础URL。',
    urlExample: 'https://api.dify.ai/v1',
    secretLabel: 'API密钥',
    secretHint: '应用的“访问API”页中创建，以 app- 开头。',
  },
  coze: {
    label: '扣子（Coze）',
    description: '扣子国内版、国际版与开源版发布为API的智能体',
    urlHint: '国内版为 https://api.coze.cn，国际版为 https://api.coze.com。',
    urlExample: 'https://api.coze.cn',
    secretLabel: '访问令牌',
    secretHint: '个人访问令牌或服务访问令牌，须有“会话”权限。',
    botId: { label: '智能体ID', hint: '智能体编排页地址中 bot/ 后面的数字。', isRequired: true },
  },
  fastgpt: {
    label: 'FastGPT',
    description: 'FastGPT云端或私有部署的应用',
    urlHint: '“发布渠道”中“API访问”给出的地址，通常以 /api 结尾。',
    urlExample: 'https://api.fastgpt.in/api',
    secretLabel: '应用密钥',
    secretHint: '须是应用的专用密钥，不能是全局密钥。',
  },
  ragflow: {
    label: 'RAGFlow',
    description: 'RAGFlow私有部署的智能体',
    urlHint: 'RAGFlow的访问地址，不含 /api/v1。',
    urlExample: 'https://ragflow.example.com',
    secretLabel: 'API Key',
    secretHint: '在RAGFlow的“API”页创建。',
    botId: { label: '智能体ID', hint: '智能体页面地址中 agent/ 后面的编号。', isRequired: true },
  },
  a2a: {
    label: 'A2A协议',
    description: '提供智能体名片（Agent Card）的A2A智能体，支持1.0与0.3版',
    urlHint: '智能体所在的地址；名片从 /.well-known/agent-card.json 读取。',
    urlExample: 'https://agent.example.com',
    secretLabel: '令牌',
    secretHint: '放在请求头Authorization中发送，前面加Bearer；不需要认证的可以留空。',
  },
  http: {
    label: '其他HTTP接口',
    description: '任何返回JSON、事件流或文字的接口，如n8n、Flowise、Node-RED：用模板写请求，用JSONPath取回复',
    urlHint: '接口的地址，可以含路径；路径也可以写在下面的模板中。',
    urlExample: 'https://agent.example.com',
    secretLabel: '令牌',
    secretHint: '放在请求头Authorization中发送，前面加Bearer；用其他请求头认证的，请填在“密钥请求头”中。',
  },
}

/** Requests that many APIs understand, to start a template with. */
export const HTTP_PRESETS = [
  {
    key: 'question',
    label: '一问一答',
    template: { method: 'POST', path: '/chat', headers: {}, body: '{"question": {{question}}}' },
    paths: { reply: '$.answer' },
  },
  {
    key: 'session',
    label: '带会话',
    template: {
      method: 'POST',
      path: '/chat',
      headers: {},
      body: '{"query": {{question}}, "session_id": {{session}}, "history": {{history}}}',
    },
    paths: { reply: '$.data.answer' },
  },
  {
    key: 'stream',
    label: '事件流',
    template: {
      method: 'POST',
      path: '/chat/stream',
      headers: { accept: 'text/event-stream' },
      body: '{"query": {{question}}, "stream": true}',
    },
    paths: { reply: '$.delta', done: '$.finished' },
  },
  {
    // The address is the chat URL of a Chat Trigger; a streaming one replies at `$.content`.
    key: 'n8n',
    label: 'n8n聊天',
    template: {
      method: 'POST',
      path: '',
      headers: {},
      body: '{"action": "sendMessage", "chatInput": {{question}}, "sessionId": {{session}}}',
    },
    paths: { reply: '$.output' },
  },
  {
    // The address ends with `/api/v1/prediction/` and the id of the flow.
    key: 'flowise',
    label: 'Flowise',
    template: {
      method: 'POST',
      path: '',
      headers: {},
      body: '{"question": {{question}}, "overrideConfig": {"sessionId": {{session}}}}',
    },
    paths: { reply: '$.text' },
  },
] as const
