import { describe, expect, it } from 'vitest'
import { ACT_RIGHTS, canDo, canPrepare, type GuardedAct } from './roles.ts'

const ACTS = Object.keys(ACT_RIGHTS) as GuardedAct[]
const listActs = (role: string) => ACTS.filter((act) => canDo(role, act))

describe('roles', () => {
  it('leaves every guarded act to owners, and all but handing over and deleting to co-owners', () => {
    expect(listActs('owner')).toEqual(ACTS)
    expect(ACTS.filter((act) => !canDo('coOwner', act))).toEqual([
      'handOver',
      'removeProject',
      'removeShortlist',
      'removeInquiry',
    ])
  })

  it.each(['secretary', 'judge', 'reader', 'opener', ''])('offers no guarded act to %s', (role) => {
    expect(listActs(role)).toEqual([])
  })

  it('lets members prepare, and nobody else', () => {
    expect(['owner', 'coOwner', 'secretary', 'judge', 'reader', 'opener', ''].filter(canPrepare)).toEqual([
      'owner',
      'coOwner',
      'secretary',
    ])
  })
})
