import { getToneClass } from '../../../shared/tone.ts'

/** Marks a submission as a vendor's update of a listed product. */
export const UpdateTag = () => (
  <span
    className={`${getToneClass('blue')} rounded border border-tone bg-tone px-1.5 text-sm font-normal whitespace-nowrap text-tone`}
  >
    更新
  </span>
)
