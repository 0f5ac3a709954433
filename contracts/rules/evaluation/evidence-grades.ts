/** Keys of the default grades that tests count for: those that an owner ran, and those of the platform's staff. */
const OWN_GRADE = 'verified'
const STAFF_GRADE = 'third-party'
/** The key of the default grade of what vendors state. */
export const CLAIMED_GRADE = 'claimed'

type Grade = { key: string; cap: number }

/**
 * Returns the grade that tests count for; a method may have other grades. Own tests are what counts most; those of the
 * platform's staff have a grade only if the method has theirs.
 */
export function findTestGrade(grades: readonly Grade[], isStaff: boolean): string | null {
  const named = grades.find(({ key }) => key === (isStaff ? STAFF_GRADE : OWN_GRADE))
  if (named || isStaff) return named?.key ?? null
  return grades.toSorted((a, b) => b.cap - a.cap)[0]?.key ?? null
}

/** The default grades of evidence. `cap` is the maximum that a score with such evidence counts for. */
export const DEFAULT_GRADES = [
  { key: OWN_GRADE, title: '自行核实', cap: 100, description: '本企业实测、访谈客户、查验原件。' },
  { key: STAFF_GRADE, title: '第三方可核验', cap: 85, description: '测评、认证、公开基准，能追到原始出处。' },
  { key: 'demonstrated', title: '厂商演示', cap: 75, description: '本企业出题，现场可重复。' },
  { key: CLAIMED_GRADE, title: '厂商自述', cap: 50, description: '宣传资料与口头承诺。' },
]
