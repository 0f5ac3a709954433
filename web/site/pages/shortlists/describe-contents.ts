type Contents = { musts: number; wants: number; candidates: readonly unknown[] }

/** Returns the numbers of requirements and candidates of a shortlist in words, omitting what it has none of. */
export const describeContents = ({ musts, wants, candidates }: Contents): string =>
  [candidates.length > 0 && `候选${candidates.length}个`, musts > 0 && `必须${musts}项`, wants > 0 && `希望${wants}项`]
    .filter(Boolean)
    .join('，') || '还没有产品与要求'
