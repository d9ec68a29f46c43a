/** Operators are called: by mail and by a webhook of theirs, once for each cause, until somebody has it or all is well again. */

export { acknowledgeAlert } from "./acknowledge-alert.ts";
export { changeAlertSettings, getAlertSettings, testAlertWebhook } from "./alert-settings.ts";
export { claimAlert, endAlerts } from "./claim-alert.ts";
export { listAlerts } from "./list-alerts.ts";
export { postAlert } from "./post-alert.ts";
export { watchService } from "./watch-service.ts";
