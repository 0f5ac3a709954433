/** Sentences of a report on the judges' interests and signatures. */
import type { ReportData } from '../../evaluation-projects/report.ts'
import { createBarredLookup } from './conflicts.ts'
import { listValidSignatures } from './final-table.ts'
import { TRIMMED_JUDGES_MIN } from './scoring.ts'

type Committee = Pick<ReportData, 'setup' | 'judges' | 'interest' | 'signing'> &
  Partial<Pick<ReportData, 'scores' | 'trials' | 'runs'>>

/** Returns who didn't declare, how many judges are left for which candidate, and who signed; earlier reports have neither. */
export function describeCommittee(data: Committee): string[] {
  return [...describeInterests(data), ...describeSignatures(data)]
}

/** Returns who didn't declare, how many judges are left for which candidate, and what doesn't count any more. */
export const describeInterests = (data: Committee): string[] => [
  ...describeDeclarations(data),
  ...describeBarred(data),
  ...describeSetAside(data),
]

/** Says how much of what was given before a conflict was declared doesn't count any more. */
function describeSetAside({ judges, interest, scores = [], trials = [], runs }: Committee): string[] {
  const isBarred = createBarredLookup(interest)
  const counting = new Set(judges.map(({ id }) => id))
  const cells = scores
    .filter(({ judge, candidate, score }) => score !== null && counting.has(judge) && isBarred(judge, candidate))
    .map(({ judge, candidate, criterion }) => JSON.stringify([judge, candidate, criterion]))
  const readings = (runs?.runs ?? []).reduce((sum, { people }) => sum + (people?.setAside ?? 0), 0)
  const parts = [
    [new Set(cells).size, '项评分'],
    [trials.filter(({ isSetAside }) => isSetAside).length, '次试次'],
    [readings, '次对回答的判定'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`)
  return shown.length === 0 ? [] : [`利益冲突声明得晚，声明之前给出的${shown.join('、')}不再计入，留在记录中。`]
}

function describeDeclarations({ judges, interest }: Committee): string[] {
  if (!interest) return ['评委未声明利益冲突：评估时平台还没有这项声明。']
  const declared = new Set(interest.declarations.filter(({ isCurrent }) => isCurrent).map(({ judge }) => judge))
  const undeclared = judges.filter(({ id }) => !declared.has(id))
  if (undeclared.length === 0) return ['计入的评委都作了利益冲突声明。']
  return [`未声明利益冲突：${undeclared.map(({ name }) => name).join('、')}。`]
}

/** Says for which candidates fewer judges count: whoever is barred from one neither raises nor lowers it. */
function describeBarred({ setup, judges, interest }: Committee): string[] {
  const isBarred = createBarredLookup(interest)
  return setup.candidates.flatMap(({ key, name }) => {
    const barred = judges.filter(({ id }) => isBarred(id, key))
    if (barred.length === 0) return []
    const left = judges.length - barred.length
    const isUntrimmed =
      setup.aggregate === 'trimmedMean' && judges.length >= TRIMMED_JUDGES_MIN && left < TRIMMED_JUDGES_MIN
    return [
      `${barred.map((judge) => judge.name).join('、')}对${name}回避，${left === 0 ? '没有其他评委为它评分' : `${name}由其余${left}位评委评分`}。`,
      ...(isUntrimmed ? [`${name}的评委不足${TRIMMED_JUDGES_MIN}位，不去掉最高分与最低分。`] : []),
    ]
  })
}

/** Returns how many judges signed the final table, who didn't, and whether earlier signatures are void. */
export function describeSignatures({ signing }: Pick<Committee, 'signing'>): string[] {
  if (!signing) return []
  const valid = listValidSignatures(signing)
  const dissents = valid.filter(({ position }) => position === 'dissented')
  const voided = signing.signatures.some(({ tableHash }) => tableHash !== signing.tableHash)
  return [
    ...(valid.length > 0 ? [`${valid.length}位评委签署了终表，其中${dissents.length}位保留意见。`] : []),
    ...(signing.unsigned.length > 0
      ? [
          `没有签署终表：${signing.unsigned.join('、')}。${signing.unsignedReason === '' ? '' : `定稿的原因：${signing.unsignedReason}`}`,
        ]
      : []),
    ...(voided ? ['签署之后终表有过改动，此前的签署已失效，留在记录中。'] : []),
  ]
}
