import type { VerifiedSigning } from '#contracts/rules/evaluation/final-table.ts'

/** Says whether the signatures in a report are of the table that follows from its data. */
export const SigningResult = ({ signing }: { signing: VerifiedSigning }) => (
  <section className="mt-5 border-t border-line pt-4">
    <h2 className="text-base font-semibold">终表的签署</h2>
    <p className="mt-1">
      <span className={signing.isMatching ? 'text-indigo' : 'text-cinnabar'}>
        {signing.isMatching
          ? '由报告中的评分、权重、报价与声明重新计算，与评委所签的终表一致。'
          : '由报告数据重新计算，与评委所签的终表不一致。'}
      </span>
    </p>
    <p className="mt-1 text-sm text-muted">
      {`${signing.agreed}人同意，${signing.dissented}人保留意见，${signing.unsigned}人没有签署。`}
    </p>
    <p className="font-mono text-xs break-all text-muted">SHA-256 {signing.tableHash}</p>
  </section>
)
