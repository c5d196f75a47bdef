import type { Service, ServiceHandlers } from '../.service/generated/service'

type Application = Service.ProcInput_submit_application

/** One rule across fields: where broken holds, the field at pointer is to blame. */
interface Rule {
  pointer: string
  message: string
  broken: boolean
}

/** The age from which nobody need be called. */
const adult = 14

/**
 * Every field is valid by itself: the Procedure's input has seen to that. Dates are compared as
 * text: both are YYYY-MM-DD.
 */
const rules = (a: Application, today: string): Rule[] => {
  const beginner = a.experience === 'none'
  const youngest = Math.min(...a.participants.map(({ age }) => age))
  return [
    { pointer: '/preferredDate', message: 'The date must be after today.', broken: a.preferredDate <= today },
    { pointer: '/alternativeDate', message: 'The alternative must be after the preferred date.', broken: a.alternativeDate != null && a.alternativeDate <= a.preferredDate },
    { pointer: '/phone', message: 'To be reached by phone, give a number.', broken: a.reachBy === 'phone' && !a.phone },
    { pointer: '/seats', message: 'There must be one seat for each participant.', broken: a.seats !== a.participants.length },
    { pointer: '/emergencyContact', message: 'With participants under 14, give somebody to call.', broken: youngest < adult && !a.emergencyContact },
    { pointer: '/experience', message: 'The kiln is for people who have fired before.', broken: beginner && a.workshop === 'kiln-firing' },
    { pointer: '/yearsOfPractice', message: 'Years of practice do not go with no experience.', broken: beginner && (a.yearsOfPractice ?? 0) > 0 },
  ]
}

/** Checks the rules, refuses by the first one that is broken, and files the application on behalf of whoever sent it. */
export const check: ServiceHandlers['applications.check'] = async (application, ctx) => {
  const today = new Date().toISOString().slice(0, 10)
  const rule = rules(application, today).find(({ broken }) => broken)
  if (rule) throw ctx.fail('INPUT_VALIDATION_FAILED', rule.pointer, rule.message)

  const { id, version, data } = await ctx.procedures.fileApplication({ ...application, stage: 'received' })
  return { id, version, stage: 'received', receivedAt: data.receivedAt }
}
