/** The questions to vendors, in words that a buyer would write. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import { FACT_GRADE_LABELS, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { isPrice } from '#contracts/rules/facts/prices.ts'
import { describeAccepted } from '#contracts/rules/shortlists/describe-accepted.ts'
import { isLimit, type Requirement } from '#contracts/rules/shortlists/match-product.ts'

type AskedAttribute = Pick<Attribute, 'label' | 'type' | 'unit'>

/** Asks how a product stands on an attribute. */
export function askValue({ label, type, unit }: AskedAttribute): string {
  switch (type) {
    case 'yesNo':
      return `产品是否支持“${label}”？部分支持的，请写明支持到什么程度、需要哪个版本。`
    case 'choice':
      return `“${label}”属于哪一种？不同版本不同的，请分别说明。`
    case 'choices':
      return `“${label}”包括哪些？请列全；需要另购或定制的，请注明。`
    case 'certificate':
      return `是否取得“${label}”？请写明证书编号、颁发机构与有效期。`
    case 'number':
      if (isPrice({ type, unit }))
        return `“${label}”是多少（${unit}）？请写明包含哪些版本、用户数与服务，是否含税，另外还有哪些费用。`
      return `“${label}”是多少${unit === '' ? '' : `（${unit}）`}？请注明适用的版本与条件。`
    default:
      return `请介绍“${label}”的情况，注明适用的版本与条件。`
  }
}

/** Asks whether a product meets a requirement. What the buyer would pay at most is no vendor's business. */
export function askRequirement(attribute: AskedAttribute, requirement: Requirement): string {
  const question = askValue(attribute)
  if (isLimit(requirement) || attribute.type === 'yesNo') return question
  return `${question}我们需要的是：${describeAccepted(requirement).join('、')}。`
}

/** Asks for proof of what is known from the vendor alone, or from sources that are too weak. */
export function askForProof(
  { label }: Pick<Attribute, 'label'>,
  { requirement, grade }: { requirement: Requirement; grade: FactGrade },
): string {
  const { grade: least } = requirement
  const subject = isLimit(requirement) ? `“${label}”` : `“${label}”（${describeAccepted(requirement).join('、')}）`
  const wanted = least === undefined ? '可以核对的证明' : `${FACT_GRADE_LABELS[least]}一级的证明`
  const examples = isLimit(requirement) ? '公开价目表的链接或盖章的报价单' : '产品文档的链接、截图、证书或第三方报告'
  return `${subject}目前只有${FACT_GRADE_LABELS[grade]}。请提供${wanted}，如${examples}。`
}
