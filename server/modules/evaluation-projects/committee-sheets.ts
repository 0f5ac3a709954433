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
import { tabulate } from '#server/platform/tables/tabulate.ts'
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
  ...tabulate(
    declarations.flatMap((declaration) => {
      const conflicts = declaration.conflicts.length === 0 ? [null] : declaration.conflicts
      return conflicts.map((conflict) => ({ declaration, conflict }))
    }),
    [
      { title: '声明人', width: 20, cell: ({ declaration }) => `${declaration.name}${describeDeclarant(declaration)}` },
      {
        title: '时间',
        width: 20,
        cell: ({ declaration, conflict }) => formatTime((conflict ?? declaration).declaredAt),
      },
      { title: '候选', width: 24, cell: ({ conflict }) => conflict?.name ?? null },
      { title: '利益关系', width: 50, cell: ({ conflict }) => (conflict ? conflict.reason : '没有利益冲突') },
      { title: '现状', width: 40, cell: ({ conflict }) => conflict && describeState(conflict) },
    ],
  ),
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
  ...tabulate(signing.signatures, [
    { title: '姓名', width: 20, cell: (signature) => describeSigner(signature, judges) },
    { title: '时间', width: 20, cell: ({ signedAt }) => formatTime(signedAt) },
    { title: '意见', width: 50, cell: describePosition },
    { title: '手写', width: 8, cell: ({ drawing }) => drawing !== null },
    {
      title: '现状',
      width: 14,
      cell: (signature) => SIGNATURE_STATUS_LABELS[getSignatureStatus(signature, signing)],
    },
    { title: '终表SHA-256', width: 34, cell: ({ tableHash }) => tableHash },
  ]),
})
