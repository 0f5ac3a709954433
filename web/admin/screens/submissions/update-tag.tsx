import { ToneTag } from '../../components/tone-tag.tsx'

/** Marks a submission as a vendor's update of a listed product. */
export const UpdateTag = () => (
  <ToneTag tone="blue" className="text-sm">
    更新
  </ToneTag>
)
