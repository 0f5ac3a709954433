/** Accounts of the messengers and networks by which people in China reach one another. */
import type { TextRange } from './text-range.ts'

/** Longer names precede those that they contain. */
const CHANNELS = [
  '企业微信',
  '企微',
  '[微薇威维] ?信',
  'wechat',
  'weixin',
  'v信',
  'vx',
  'wx',
  'v我',
  '加v',
  '加我',
  'qq群',
  'qq',
  '扣扣',
  '钉钉',
  '釘釘',
  'dingtalk',
  '飞书',
  '飛書',
  'feishu',
  '公众号',
  '公眾號',
  'line(?= ?id)',
  'telegram',
  '电报',
  'tg',
  'whatsapp',
  'skype',
  '小红书',
  '小紅書',
  '抖音',
  '快手',
]
const CHANNEL = `(?<![a-z\\d])(?:${CHANNELS.join('|')})`
/** What follows the channel's name and announces an account: `微信号：`, `QQ:`, `Telegram @`. */
const ANNOUNCEMENT = `(?: ?(?:账号|帐号|賬號|号码|號碼|号|號|id|群号|客服))? ?(?:[:=是为]+ ?@?|[@(] ?)| ?(?:账号|帐号|賬號|号码|號碼|号|號|id) ?`
const ANNOUNCED = new RegExp(`${CHANNEL}(?:${ANNOUNCEMENT})(?<account>[a-z\\d][\\w.-]{2,30}\\w)`, 'dg')
/** `V：zhang888`: a single letter announces an account that has digits. */
const V_ACCOUNT = /(?<![a-z\d.])v ?[:：] ?(?<account>[a-z][a-z_-]{2,18}\d[\w-]{0,16})/dg
/** `微信wx_sales01`: without an announcement, it has digits or an underscore. */
const BARE = new RegExp(`${CHANNEL} ?(?<account>[a-z][\\w-]{4,31}|\\d{5,12})(?![\\w-])`, 'dg')

/** Words that follow a channel's name without being an account. */
const PRODUCT_WORD =
  /^(?:wechat|weixin|wecom|tencent|dingtalk|dingding|feishu|lark|telegram|whatsapp|discord|slack|teams|skype|skill|agent|bots?|chatbot|business|claw|openclaw|mini|work|webhook|http|official|group|server|client|support|channel|message|music|cloud|login|oauth|token|null|true|false)/
const MODEL =
  /^(?:gpt|chatgpt|claude|qwen|deepseek|llama|glm|gemini|kimi|minimax|ernie|mistral|office|windows|android|web|api|sdk|mcp|cli)/
const VERSION = /^\d{1,4}$|^v?\d+(?:\.\d+)+$/
const UNIT = /^ ?(?:万|亿|千|元|人|家|个|位|名|次|款|条|项|台|套|年|月|日|天|\+|%|用户|企业|客户|tokens?)/

/** Links that open a chat with someone or show their account. */
const LINK =
  /(?:https?:\/\/)?(?:t\.me|telegram\.me|wa\.me|line\.me|u\.wechat\.com|weixin\.qq\.com\/[grx]|work\.weixin\.qq\.com\/(?:ca|ct|gm|k|u)|(?:qm|qun|wpa)\.qq\.com|api\.whatsapp\.com|v\.douyin\.com|xhslink\.com|applink\.feishu\.cn|qr\.dingtalk\.com)\/[^\s,;。、)]+/g

/** Lists the accounts and links in a folded text (`foldCharacters`). */
export function listChannelContacts(text: string): TextRange[] {
  return [
    ...[...text.matchAll(ANNOUNCED)].filter(isAnnouncedAccount).map(toAccountRange),
    ...[...text.matchAll(V_ACCOUNT)].map(toAccountRange),
    ...[...text.matchAll(BARE)].filter(isBareAccount).map(toAccountRange),
    ...[...text.matchAll(LINK)].map((match) => ({ from: match.index, to: match.index + match[0].length })),
  ]
}

const getAccount = (match: RegExpExecArray): string => match.groups?.account ?? ''

function toAccountRange(match: RegExpExecArray): TextRange {
  const [from = 0, to = 0] = match.indices?.groups?.account ?? []
  return { from, to }
}

const isFollowedByUnit = ({ input, index, 0: match }: RegExpExecArray): boolean =>
  UNIT.test(input.slice(index + match.length, index + match.length + 8))

function isAnnouncedAccount(match: RegExpExecArray): boolean {
  const account = getAccount(match)
  // `feishu_zhang` is an account, `feishu` and `webhook` are not.
  const isProductWord = PRODUCT_WORD.test(account) && !/[_\d]/.test(account)
  return !(isProductWord || MODEL.test(account) || VERSION.test(account) || isFollowedByUnit(match))
}

function isBareAccount(match: RegExpExecArray): boolean {
  const account = getAccount(match)
  if (/^\d/.test(account)) return !isFollowedByUnit(match)
  if (PRODUCT_WORD.test(account) || MODEL.test(account)) return false
  return account.includes('_') || /\d{2}/.test(account) || /^[a-z]{2,}\d$/.test(account)
}
