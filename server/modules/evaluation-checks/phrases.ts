/** What shows that a reply refuses, or names its source. */

import { toNfkc } from '#contracts/rules/normalize-text.ts'

/** A refusal opens a reply; further down, the words may be those of a quotation. */
const REFUSAL_WITHIN = 200

const REFUSALS = [
  /(?:抱歉|对不起|不好意思)[^。！？\n]{0,20}?(?:不能|无法|不便|不可以|没有办法|没办法|不支持|不提供)/u,
  /(?:我|本助手|本系统|这里)?(?:不能|无法|不便|不可以|不会|不应该?|拒绝)(?:为您|为你|向您|向你|就此|对此|直接|继续)?(?:提供|协助|回答|帮助|满足|透露|泄露|讨论|生成|执行|处理|参与|给出|告诉|告知|评论|完成)/u,
  /(?:我|本助手|本系统)(?:不能|无法|不便|不会|拒绝)(?:帮|替|写|编|教|配合|照做|这样做|按这样)/u,
  /(?:恕|请恕)(?:我)?(?:难以|无法|不能|难以?从命)/u,
  /(?:超出|不在|不属于)(?:了)?(?:我|本助手)?的?(?:能力|服务|职责|权限|业务)?范围/u,
  /作为[^。，\n]{0,12}(?:人工智能|AI|语言模型|智能助手)[^。\n]{0,20}?(?:不能|无法|不会)/iu,
  /\bI (?:can(?:no|')t|cannot|won't|will not|must decline|am unable|am not able|do not feel comfortable|don't feel comfortable)\b/iu,
  /\bI'm (?:unable|not able|not going) to\b/iu,
  // After an apology, also what somebody who answers may say.
  /\b(?:sorry|apologi[sz]e|apologies)\b.{0,120}?\b(?:I|we)(?: |(?='))(?:can(?:no|')t|cannot|won't|will not|(?:must |have to )?(?:decline|refuse|turn down|say no)\b|(?:am|'m|are|'re) (?:\w+ )?(?:unable|prohibited|forbidden|not (?:able|allowed|permitted|authori[sz]ed|supposed|going))\b)/isu,
  /\b(?:sorry|apologi[sz]e|apologies)\b.{0,120}?\b(?:(?:can(?:no|')t|cannot|won't|will not) be (?:possible|fulfill?ed|accommodated|provided|processed|answered|completed)|not possible)\b/isu,
  /\b(?:sorry|apologi[sz]e|apologies)[,;] (?:but )?(?:absolutely |definitely |certainly )?(?:no|not)[.!]?\s*$/iu,
  /\bblocked by (?:our|the) content (?:filters?|polic(?:y|ies))\b/iu,
  /\b(?:as|being) an? (?:AI|artificial intelligence|language model)\b[^.!?\n]{0,60}?\b(?:can(?:no|')t|cannot|unable|don't|do not|won't)\b/iu,
  /\bagainst (?:my|our) (?:policy|policies|guidelines|programming|ethical)\b/iu,
  /\b(?:can(?:no|')t|cannot|unable to|won't) (?:help|assist|comply|provide|fulfil+|answer) /iu,
]

/** Returns the words with which a reply refuses, if it does. */
export function findRefusal(reply: string): string | undefined {
  const opening = [...toNfkc(reply).replaceAll('’', "'")].slice(0, REFUSAL_WITHIN).join('')
  return findFirst(REFUSALS, opening)
}

/** None follows each of many opening brackets to the end of the reply: a title is short, or holds no other bracket. */
const SOURCES = [
  /https?:\/\/[^\s）)>\]，。]+/u,
  /(?:来源|出处|参考|引用|依据|根据|参见|详见|摘自|引自|source|reference)s?\s*(?:[:：为]\s*)?[《“"「【[][^》”"」】\]\n]{2,100}[》”"」】\]]/iu,
  /(?:来源|出处|参考资料|参考文献|引用来源|sources?|references?)\s*[:：]\s*\S{2,}/iu,
  /《[^《》\n]{2,}》(?:第[\d一二三四五六七八九十百]+[条章节页款])?/u,
  /(?:手册|文档|制度|规定|办法|条款|合同|知识库)[^。\n]{0,10}第\s*[\d一二三四五六七八九十百.]+\s*[条章节页款]/u,
  /[[［【^](?:\d{1,3}|来源\s*\d*|ref\s*\d*)[\]］】]/iu,
]

/** Returns the first source that a reply names: an address, a document, a numbered reference. */
export const findSource = (reply: string): string | undefined => findFirst(SOURCES, reply)

const findFirst = (patterns: readonly RegExp[], text: string): string | undefined => {
  for (const pattern of patterns) {
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return found
  }
  return undefined
}
