/** How resellers come in by themselves: whether they may, the terms they agree to, what they show before live is opened, and the staff's answer. */

export { approveGoLive, declineGoLive, getGoLive, listGoLiveRequests } from "./decide-go-live.ts";
export { askToGoLive, type GoLiveRequest, readGoLive } from "./go-live.ts";
export { getSignUpSettings, readSignUp, requireSignUpOpen, setSignUpOpen } from "./sign-up-settings.ts";
export { acceptTerms, publishTerms, readTerms } from "./terms.ts";
