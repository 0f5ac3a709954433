/** The sheets of declarations of interest and of signatures. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { Signing } from '#contracts/evaluation-projects/signing.ts'
import { describeDeclarant, isStanding } from '#contracts/rules/evaluation/conflicts.ts'
import {
  describePosition,
  describeSigner,
  getSignatureStatus,
  SIGNATURE_STATUS_LABELS,
} from '#contracts/rules/evaluation/final-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'

type Committee = Pick<ReportData, 'interest'> & { judges: readonly { id: string; name: string }[] } & {
  signing?: Signing | undefined
}

/** Returns who declared which interests and who signed; earlier reports have neither. */
export const listCommitteeSheets = ({ interest, signing, judges }: Committee): Sheet[] => [
  ...(interest ? [createDeclarations(interest)] : []),
  ...(signing && signing.signatures.length > 0 ? [createSignatures(signing, judges)] : []),
]

const formatTime = (time: string): string => formatMinuteInShanghai(new Date(time))

const createDeclarations = ({ declarations }: NonNullable<Committee['interest']>): Sheet => ({
  name: '利益冲突声明',
  columns: [
    { title: '声明人', width: 20 },
    { title: '时间', width: 20 },
    { title: '候选', width: 24 },
    { title: '利益关系', width: 50 },
    { title: '现状', width: 40 },
  ],
  rows: declarations.flatMap((declaration) => {
    const { name, declaredAt, conflicts } = declaration
    const declarant = `${name}${describeDeclarant(declaration)}`
    if (conflicts.length === 0) return [[declarant, formatTime(declaredAt), null, '没有利益冲突', null]]
    return conflicts.map((conflict) => [
      declarant,
      formatTime(conflict.declaredAt),
      conflict.name,
      conflict.reason,
      describeState(conflict),
    ])
  }),
})

type Conflict = NonNullable<Committee['interest']>['declarations'][number]['conflicts'][number]

const describeState = (conflict: Conflict): string =>
  [
    isStanding(conflict) ? '回避' : '已撤回',
    ...conflict.withdrawals.map(({ reason, decision }) =>
      decision
        ? `请求撤回（${reason}），${decision.by}${decision.isConfirmed ? '同意' : '驳回'}：${decision.reason}`
        : `请求撤回（${reason}），未确认`,
    ),
  ].join('；')

const createSignatures = (signing: Signing, judges: Committee['judges']): Sheet => ({
  name: '签署',
  columns: [
    { title: '姓名', width: 20 },
    { title: '时间', width: 20 },
    { title: '意见', width: 50 },
    { title: '手写', width: 8 },
    { title: '现状', width: 14 },
    { title: '终表SHA-256', width: 34 },
  ],
  rows: signing.signatures.map((signature) => [
    describeSigner(signature, judges),
    formatTime(signature.signedAt),
    describePosition(signature),
    signature.drawing !== null,
    SIGNATURE_STATUS_LABELS[getSignatureStatus(signature, signing)],
    signature.tableHash,
  ]),
})
