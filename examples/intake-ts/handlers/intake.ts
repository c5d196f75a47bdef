import type { ServiceHandlers } from '../.service/generated/service'

/** The guard: returning lets the application through. The intake is closed while no workshop is published. */
export const isOpen: ServiceHandlers['intake.isOpen'] = async (_, ctx) => {
  const { rows } = await ctx.views.workshops({ show: 1 })
  if (rows.length === 0) throw ctx.fail('AUTH_DENIED', '', 'The intake is closed. It opens again with the next workshop.')
  return {}
}
