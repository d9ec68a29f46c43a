/** People who sign in: invitations, roles, passwords, second factors, sessions and teams. */

export { acceptInvitation, findInvitation } from "./accept-invitation.ts";
export { changePassword } from "./change-password.ts";
export {
  beginConfirmation,
  confirmPerson,
  listConfirmations,
  requireConfirmed,
  requireFactorShown,
} from "./confirm-person.ts";
export { createOperator, createUser } from "./create-user.ts";
export { endMemberSessions, endPersonSessions } from "./end-sessions.ts";
export { getPerson, muteNotifications, renamePerson } from "./get-person.ts";
export {
  inviteMember,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "./invitations.ts";
export { inviteForPlatform, refuseInvited } from "./invite-for-platform.ts";
export { endAllTrust } from "./known-devices.ts";
export { changeRole, listMembers, removeMember, transferOwnership } from "./members.ts";
export {
  changeOperatorRole,
  inviteOperator,
  listOperatorInvitations,
  listOperators,
  revokeOperatorInvitation,
} from "./operators.ts";
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
export { normalizeEmail, type PersonCtx } from "./person.ts";
export { readChecklist } from "./read-checklist.ts";
export { isResetOpen, requestPasswordReset, resetPassword, sendRecovery } from "./recover-password.ts";
export { renewRecoveryCodes } from "./recovery-codes.ts";
export {
  findSession,
  listSessions,
  noteWritten,
  rememberPlace,
  revokeSessions,
  type SessionPerson,
  whoseSession,
} from "./sessions.ts";
export { signEverybodyOut } from "./sign-everybody-out.ts";
export { signIn } from "./sign-in.ts";
export { completeSignUp, findSignUp, requestSignUp, sendSignUp } from "./sign-up.ts";
export { beginTotp, confirmTotp, disableTotp } from "./totp.ts";
export { endVisit, visitAccount } from "./visit-account.ts";
