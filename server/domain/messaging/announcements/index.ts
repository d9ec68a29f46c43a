/** What operators announce to every reseller. */

export {
  listAnnouncements,
  listAnnouncementsFor,
  publishAnnouncement,
  withdrawAnnouncement,
  writeAnnouncement,
} from "./announcements.ts";
