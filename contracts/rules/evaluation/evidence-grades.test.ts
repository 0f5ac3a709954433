import { expect, it } from 'vitest'
import { DEFAULT_GRADES, findTestGrade } from './evidence-grades.ts'

const OTHERS = [
  { key: 'seen', cap: 60 },
  { key: 'tested', cap: 95 },
]

it.each([
  { case: 'own tests as what one verified oneself', grades: DEFAULT_GRADES, isStaff: false, grade: 'verified' },
  { case: 'tests of the staff as a third party’s', grades: DEFAULT_GRADES, isStaff: true, grade: 'third-party' },
  { case: 'own tests as the highest grade of another method', grades: OTHERS, isStaff: false, grade: 'tested' },
  { case: 'tests of the staff as nothing that another method has', grades: OTHERS, isStaff: true, grade: null },
  { case: 'nothing without grades', grades: [], isStaff: false, grade: null },
])('grades $case', ({ grades, isStaff, grade }) => {
  expect(findTestGrade(grades, isStaff)).toBe(grade)
})
