import type { Signing } from '#contracts/evaluation-projects/signing.ts'
import {
  describePosition,
  describeSigner,
  getSignatureStatus,
  SIGNATURE_STATUS_LABELS,
} from '#contracts/rules/evaluation/final-table.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { DrawnSignature } from './signature-pad.tsx'

type SignatureListProps = {
  signing: Pick<Signing, 'tableHash' | 'signatures'>
  judges: readonly { id: string; name: string }[]
}

/** The signatures of a final table; those that are void or replaced stay in the record, and say so. */
export const SignatureList = ({ signing, judges }: SignatureListProps) => (
  <ul className="divide-y divide-line">
    {withKeys(signing.signatures, ({ judge, signedAt }) => judge + signedAt).map(({ key, item: signature }) => {
      const status = getSignatureStatus(signature, signing)
      return (
        <li key={key} className={`py-2 break-inside-avoid ${status === 'valid' ? '' : 'text-muted'}`}>
          <p className="break-words">
            <bdi className="font-medium">{describeSigner(signature, judges)}</bdi>
            <time className="mx-2 whitespace-nowrap tabular-nums" dateTime={signature.signedAt}>
              {formatMinute(signature.signedAt)}
            </time>
            <span>{status !== 'valid' && `（${SIGNATURE_STATUS_LABELS[status]}）`}</span>
          </p>
          <p className="break-words whitespace-pre-line">{describePosition(signature)}</p>
          {signature.drawing !== null && <DrawnSignature path={signature.drawing} name={signature.name} />}
        </li>
      )
    })}
  </ul>
)

/** Whether judges have signed the final table. */
export const TableHash = ({ hash }: { hash: string }) => (
  <p className="font-mono text-xs break-all text-muted print:text-[0.65rem]">终表SHA-256 {hash}</p>
)
