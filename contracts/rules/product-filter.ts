import { ALL, DEPLOYMENT_TYPES } from '../vocabulary.ts'

/** Returns whether a filter's value applies no filter: it is empty, or 全部. */
export const isAllOption = (value: string): boolean => value === '' || value === ALL

/** Returns whether a type filter has an effect: only deployment types do. */
export const isDeploymentType = (value: string): boolean => DEPLOYMENT_TYPES.some((type) => type === value)
