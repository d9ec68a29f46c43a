export {
  listAnnouncements,
  listAnnouncementsFor,
  publishAnnouncement,
  withdrawAnnouncement,
} from "./announcements.ts";
