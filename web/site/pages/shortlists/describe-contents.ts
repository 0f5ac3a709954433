type Contents = { required: number; preferred: number; candidates: readonly unknown[] }

/** Returns the numbers of requirements and candidates of a shortlist in words, omitting zeros. */
export const describeContents = ({ required, preferred, candidates }: Contents): string =>
  [
    candidates.length > 0 && `候选${candidates.length}个`,
    required > 0 && `必须${required}项`,
    preferred > 0 && `希望${preferred}项`,
  ]
    .filter(Boolean)
    .join('，') || '还没有产品与要求'
