/** Whether a judge model may favour a candidate, because both come from the same house. */

/** How a model is reached, and what it is called: by its connection, or by what its replies say. */
export type ModelIdentity = { hosts: readonly string[]; models: readonly string[] }

type ModelRelation = { kind: 'model' | 'family' | 'vendor'; name: string }

/** The families of models with words of their names, also those of their vendors' services. */
const FAMILIES: readonly { name: string; words: RegExp }[] = [
  { name: 'DeepSeek', words: /deepseek/ },
  { name: '通义千问', words: /qwen|qwq|qvq|tongyi|千问/ },
  { name: 'GPT', words: /gpt|(?:^|[/\s])o[1-9](?![a-z0-9])/ },
  { name: 'Claude', words: /claude/ },
  { name: 'Gemini', words: /gemini|gemma/ },
  { name: 'GLM', words: /glm|zhipu|智谱/ },
  { name: '豆包', words: /doubao|豆包|skylark|seed-/ },
  { name: '文心', words: /ernie|wenxin|文心/ },
  { name: '混元', words: /hunyuan|混元/ },
  { name: 'Kimi', words: /kimi|moonshot/ },
  { name: 'MiniMax', words: /minimax|abab/ },
  { name: '百川', words: /baichuan|百川/ },
  { name: '星火', words: /spark|星火/ },
  { name: 'Llama', words: /llama/ },
  { name: 'Mistral', words: /mistral|mixtral/ },
  { name: 'Grok', words: /grok/ },
  { name: '盘古', words: /pangu|盘古/ },
  { name: '阶跃', words: /(?:^|[/\s])step-|阶跃/ },
]

/** Domains under which organizations register their own, besides top-level domains. */
const REGISTRIES = /\.(?:com|net|org|gov|edu|co|ac)\.[a-z]{2}$/
const IP_ADDRESS = /^(?:\[.*\]|[\d.]+)$/

/** Returns the domain that a vendor registered, such as `example.com.cn`; an IP address as it is. */
export function getVendorDomain(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (IP_ADDRESS.test(name)) return name
  return name
    .split('.')
    .slice(REGISTRIES.test(name) ? -3 : -2)
    .join('.')
}

const findFamily = (model: string) => FAMILIES.find(({ words }) => words.test(model.toLowerCase()))?.name

/**
 * Returns what a judge has in common with a candidate, the closest first: the same model, a model of the same family, or
 * the same vendor's server; `undefined` if nothing is known to be.
 */
export function findModelRelation(judge: ModelIdentity, candidate: ModelIdentity): ModelRelation | undefined {
  const lower = new Set(candidate.models.map((model) => model.toLowerCase()))
  const model = judge.models.find((name) => lower.has(name.toLowerCase()))
  if (model !== undefined) return { kind: 'model', name: model }
  const families = new Set(candidate.models.map(findFamily))
  const family = judge.models.map(findFamily).find((name) => name !== undefined && families.has(name))
  if (family !== undefined) return { kind: 'family', name: family }
  const domains = new Set(candidate.hosts.map(getVendorDomain))
  const vendor = judge.hosts.map(getVendorDomain).find((domain) => domains.has(domain))
  return vendor === undefined ? undefined : { kind: 'vendor', name: vendor }
}
