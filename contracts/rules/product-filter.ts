import { ALL, DEPLOYMENT_TYPES } from '../vocabulary.ts'

/** Returns whether a filter's value filters nothing: none, or 全部. */
export const isEveryOption = (value: string): boolean => value === '' || value === ALL

/** Returns whether a type filter does anything: only the deployment types do (decisions §4). */
export const isDeploymentType = (value: string): boolean => DEPLOYMENT_TYPES.some((type) => type === value)
