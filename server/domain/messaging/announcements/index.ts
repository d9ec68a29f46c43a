/** What operators announce to every reseller. */

export {
  listAnnouncements,
  listAnnouncementsFor,
  publishAnnouncement,
  withdrawAnnouncement,
} from "./announcements.ts";
